"""The live prompt: the table above the line, the line checked as it is typed. Needs the extra `live`."""

import os
import sys
import textwrap

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.selection import SelectionState
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from comet_cli.commands.lines import last_turns
from comet_cli.commands.show import current_hand
from comet_cli.commands.sitting import answer
from comet_cli.entry import read_command
from comet_cli.findings import CometError
from comet_cli.offers import offers
from comet_cli.recorder import Recorder
from comet_cli.show import out
from comet_cli.show.live import above_the_line

_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "wrong": "ansired", "question": "bold"})
_LINES_FOR_TALK = 8
_LINES_BELOW = 3


class _Offers(Completer):
    """Completion of what is legal now."""

    def __init__(self, live: "Live") -> None:
        self.live = live

    def get_completions(self, document: Document, complete_event: CompleteEvent):  # type: ignore[no-untyped-def]
        """The offers for the text before the cursor."""
        for offer in offers(self.live.recorder, document.text_before_cursor):
            yield Completion(offer.text, -offer.replaces, display_meta=out.fit(offer.meaning, sys.stdout))


class Live:
    """Asks with the table above the line. See `Prompt`."""

    shows_table = True

    def __init__(self) -> None:
        self.recorder: Recorder
        self.question = ""
        self.refused = ""
        self._above: tuple[Size, FormattedText] | None = None
        self._below: tuple[tuple[str, bool], tuple[str, str]] | None = None
        self.session: PromptSession[str] = PromptSession(
            self._message,
            bottom_toolbar=self._told,
            completer=_Offers(self),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            history=InMemoryHistory(),
            key_bindings=_keys(),
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if "NO_COLOR" in os.environ else None,
            erase_when_done=True,
            reserve_space_for_menu=4,
        )

    def ask(self, question: str, recorder: Recorder) -> list[str]:
        """See `Prompt`. What is typed over a refused line replaces it; the arrow keys mend it."""
        self.recorder, self.question = recorder, question
        self._above = self._below = None
        refused, self.refused = self.refused, ""
        typed = self.session.prompt(default=refused, pre_run=self._select if refused else None)
        lines = typed.split("\n")
        if len(lines) > 1:
            self.refused = lines.pop()
        return [line.strip() for line in lines]

    def mend(self, line: str) -> None:
        """See `Prompt`."""
        self.refused = line

    def _select(self) -> None:
        """Has the text on the line replaced by the first key that is no arrow."""
        buffer = self.session.default_buffer
        buffer.selection_state = SelectionState(original_cursor_position=0)
        buffer.selection_state.enter_shift_mode()

    def _message(self) -> FormattedText:
        """The table, and the question; worked out once for each question and size of the window."""
        size = self.session.app.output.get_size()
        if self._above is None or self._above[0] != size:
            night = self.recorder.night
            hand = None if self.recorder.to_book else current_hand(night)
            room = size.rows - _LINES_FOR_TALK
            lines = above_the_line(night, hand, last_turns(night, 12), size.columns - 1, room)
            above = "".join(f"{out.safe(line)}\n" for line in lines)
            told = FormattedText([("", self._shown(above)), ("class:question", self._shown(self.question))])
            self._above = size, told
        return self._above[1]

    def _told(self) -> FormattedText:
        """What the line on the screen would come to; worked out once for each line."""
        buffer = self.session.default_buffer
        state = buffer.text.strip(), buffer.selection_state is not None
        if self._below is None or self._below[0] != state:
            self._below = state, self._tried(buffer.text.strip())
        return self._folded(*self._below[1])

    def _tried(self, line: str) -> tuple[str, str]:
        """The style and the words for what `line` would come to."""
        if self.session.default_buffer.selection_state:
            return "", "refused: the next key replaces the line, an arrow key mends it"
        if not line or "\n" in line or (read_command(line) or ("", ""))[0] in ("show", "help", "quit"):
            return "", "Tab what is legal, < takes back, ? help, Ctrl-D stops"
        try:
            echoes = answer(self.recorder.trial(), line)
        except CometError as error:
            finding = error.finding
            legal = f" (legal: {finding.legal})" if finding.legal else ""
            return "class:wrong", f"not so: {finding.message}{legal}"
        return "", " | ".join(echo.text for echo in echoes)

    def _folded(self, style: str, text: str) -> FormattedText:
        """`text` folded to the width of the terminal, as many lines as there is room for below the line."""
        width = max(self.session.app.output.get_size().columns - 1, 10)
        lines = textwrap.wrap(self._shown(out.safe(text)), width, max_lines=_LINES_BELOW, placeholder=" ..")
        return FormattedText([(style, "\n".join(lines))])

    def _shown(self, text: str) -> str:
        return out.fit(text, sys.stdout)


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        """Takes the whole lines of a paste at once; what follows the last line break stays on the line."""
        buffer = event.current_buffer
        if buffer.selection_state:
            buffer.cut_selection()
        buffer.insert_text(event.data.replace("\r\n", "\n").replace("\r", "\n"))
        if "\n" in buffer.text:
            buffer.validate_and_handle()

    return keys
