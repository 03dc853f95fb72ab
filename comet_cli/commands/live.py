"""The live prompt: the table above the line, the line checked as it is typed. Needs the extra `live`."""

import os
import sys
import textwrap

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
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
        self.begun = ""
        self.dropped = False
        self._above: tuple[Size, FormattedText] | None = None
        self._below: tuple[str, tuple[str, str]] | None = None
        self.session: PromptSession[str] = PromptSession(
            self._message,
            bottom_toolbar=self._told,
            completer=_Offers(self),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            history=InMemoryHistory(),
            key_bindings=_keys(self),
            enable_suspend=True,
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if "NO_COLOR" in os.environ else None,
            erase_when_done=True,
            reserve_space_for_menu=4,
        )

    def ask(self, question: str, recorder: Recorder) -> list[str]:
        """See `Prompt`. A refused line is shown until something is typed; an arrow key takes it up."""
        self.recorder, self.question = recorder, question
        self._above = self._below = None
        begun, self.begun = self.begun, ""
        try:
            typed = self.session.prompt(default=begun, placeholder=self._shown(self.refused))
        except KeyboardInterrupt:
            self.dropped = bool(self.session.default_buffer.text)
            raise
        finally:
            self.refused = ""
        lines = typed.split("\n")
        if len(lines) > 1:
            self.begun = lines.pop()
        return [line.strip() for line in lines]

    def mend(self, line: str) -> None:
        """See `Prompt`."""
        self.refused = line

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
        line = self.session.default_buffer.text.strip()
        if self._below is None or self._below[0] != line:
            self._below = line, self._tried(line)
        return self._folded(*self._below[1])

    def _tried(self, line: str) -> tuple[str, str]:
        """The style and the words for what `line` would come to."""
        if not line and self.refused:
            return "", "refused: type the line anew, or take it up for mending with an arrow key"
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


def _keys(live: Live) -> KeyBindings:
    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        """Takes the whole lines of a paste at once; what follows the last line break stays on the line."""
        buffer = event.current_buffer
        buffer.insert_text(event.data.replace("\r\n", "\n").replace("\r", "\n"))
        if "\n" in buffer.text:
            buffer.validate_and_handle()

    @Condition
    def refused() -> bool:
        return bool(live.refused) and not live.session.default_buffer.text

    @keys.add("left", filter=refused)
    @keys.add("right", filter=refused)
    @keys.add("up", filter=refused)
    @keys.add("end", filter=refused)
    @keys.add("backspace", filter=refused)
    def _mend(event: KeyPressEvent) -> None:
        """Puts the refused line on the line, the cursor at its end."""
        event.current_buffer.insert_text(live.refused)

    return keys
