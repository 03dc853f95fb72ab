"""Random lines, and the checks that any line, session file and profile file has to stand."""
