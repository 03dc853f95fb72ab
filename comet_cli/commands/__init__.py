"""The commands of the program, one module each. No rule of any game is decided here."""
