"""Cards and packs: every way a card may be written, the one way it is written back, and what a pack holds."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comet_cli.cards import RANKS, SUITS, Card, above, make_pack, read_card, read_suit, spell

VARIATION_SELECTOR = "\N{VARIATION SELECTOR-16}"
TEXT_SELECTOR = "\N{VARIATION SELECTOR-15}"
LETTER_OF = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
OUTLINE_OF = {"♣": "♧", "♦": "♢", "♥": "♡", "♠": "♤"}

any_card = st.builds(Card, st.integers(1, 13), st.sampled_from(SUITS))


def full_width(text: str) -> str:
    """`text` with its ASCII characters in their full-width forms."""
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize(("number", "rank"), list(enumerate(RANKS, 1)))
def test_every_rank_and_suit_is_written_canonically_as_rank_and_symbol(number, rank, suit):
    assert str(Card(number, suit)) == f"{rank}{suit}"


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("9D", "9♦"),
        ("9d", "9♦"),
        ("9♦", "9♦"),
        (f"9♦{VARIATION_SELECTOR}", "9♦"),
        (f"9♦{TEXT_SELECTOR}", "9♦"),
        ("９Ｄ", "9♦"),
        ("９ｄ", "9♦"),
        ("９♦", "9♦"),
        ("9♢", "9♦"),
        ("10H", "10♥"),
        ("10h", "10♥"),
        ("１０Ｈ", "10♥"),
        ("TH", "10♥"),
        ("th", "10♥"),
        ("Th", "10♥"),
        ("Ｔ♥", "10♥"),
        ("T♡", "10♥"),
        ("AS", "A♠"),
        ("as", "A♠"),
        ("Kh", "K♥"),
        ("k♥", "K♥"),
        (f"k♥{VARIATION_SELECTOR}", "K♥"),
        ("2c", "2♣"),
        ("j♧", "J♣"),
        ("q♤", "Q♠"),
    ],
)
def test_a_card_may_be_written_in_any_of_the_accepted_forms(text, card):
    assert str(read_card(text)) == card


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", [*RANKS, "T", "a", "t", "j", "q", "k"])
def test_every_rank_reads_the_same_with_letter_symbol_outline_emoji_and_full_width(rank, suit):
    forms = [LETTER_OF[suit], LETTER_OF[suit].upper(), suit, OUTLINE_OF[suit], suit + VARIATION_SELECTOR]
    texts = [rank + form for form in forms] + [full_width(rank + form) for form in forms]
    canonical = rank.upper().replace("T", "10") + suit
    assert {str(read_card(text)) for text in texts} == {canonical}


@given(any_card)
def test_a_card_written_canonically_reads_back_as_itself(card):
    assert read_card(str(card)) == card


@pytest.mark.parametrize("text", ["6", "10", "T", "t", "A", "k", "１０"])
def test_a_rank_alone_is_a_card_without_a_suit(text):
    card = read_card(text)
    assert card is not None
    assert card.suit == ""
    assert str(card) in RANKS


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "0H",
        "1",
        "1H",
        "11",
        "11c",
        "14s",
        "00",
        "010c",
        "*",
        "?",
        "-",
        "+",
        "X",
        "Xh",
        "9x",
        "9dd",
        "9♦♦",
        "99d",
        "D9",
        "♦9",
        "d",
        "♦",
        "9 d",
        " 9d",
        "9d ",
        "9d\n",
        "9d!",
        "9d=6c",
        "9,d",
        "3-7c",
        "-9d",
        "1e3",
        "joker",
        "pass",
        VARIATION_SELECTOR,
        "9\u200bd",
        "十♦",
        "Тc",
    ],
)
def test_what_is_no_rank_and_suit_is_no_card(text):
    assert read_card(text) is None


@given(st.text(max_size=4))
def test_any_text_at_all_reads_as_a_card_or_as_none(text):
    card = read_card(text)
    assert card is None or (1 <= card.rank <= 13 and card.suit in (*SUITS, ""))


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("c", "♣"),
        ("D", "♦"),
        ("Ｈ", "♥"),
        ("♠", "♠"),
        (f"♥{VARIATION_SELECTOR}", "♥"),
        ("♧", "♣"),
        ("♢", "♦"),
        ("♡", "♥"),
        ("♤", "♠"),
        ("x", None),
        ("", None),
        ("cd", None),
        ("9", None),
    ],
)
def test_a_suit_alone_is_read_in_the_same_forms(text, suit):
    assert read_suit(text) == suit


@pytest.mark.parametrize(("card", "following"), [("A♣", "2♣"), ("9♦", "10♦"), ("10♥", "J♥"), ("Q♠", "K♠")])
def test_the_next_card_is_one_rank_higher_in_the_same_suit(card, following):
    assert str(above(read_card(card))) == following


@pytest.mark.parametrize("suit", SUITS)
def test_nothing_follows_a_king(suit):
    assert above(Card(13, suit)) is None


def test_cards_are_spelled_in_the_order_given_divided_by_blanks():
    assert spell([Card(10, "♦"), Card(1, "♣")]) == "10♦ A♣"


def test_a_pack_of_52_less_one_card_has_51():
    pack = make_pack(1, SUITS, 1, [read_card("8d")])
    assert pack.total() == 51
    assert set(pack.values()) == {1}


def test_a_removed_card_is_not_in_the_pack():
    pack = make_pack(1, SUITS, 1, [read_card("8d")])
    assert read_card("8d") not in pack
    assert read_card("9d") in pack


def test_a_pack_without_aces_begins_at_the_2():
    pack = make_pack(1, SUITS, 2)
    assert pack.total() == 48
    assert min(card.rank for card in pack) == 2


def test_a_pack_has_only_the_suits_asked_for():
    assert {card.suit for card in make_pack(1, ("♣", "♠"), 1)} == {"♣", "♠"}


def test_two_decks_hold_every_card_twice():
    assert set(make_pack(2, SUITS, 1).values()) == {2}


def test_a_swap_replaces_one_copy_of_a_card_by_another():
    pack = make_pack(2, ("♣", "♠"), 2, swapped={read_card("9s"): read_card("9d")})
    assert pack.total() == 48
    nines = Counter({str(card): copies for card, copies in pack.items() if card.rank == 9})
    assert nines == Counter({"9♣": 2, "9♠": 1, "9♦": 1})


@pytest.mark.parametrize(
    ("removed", "swapped"),
    [
        (["8d", "8d"], {}),
        (["8d"], {"8d": "9d"}),
    ],
)
def test_a_card_that_is_not_there_cannot_be_taken_out(removed, swapped):
    with pytest.raises(ValueError, match="8♦ cannot be taken out: it is not in the pack"):
        make_pack(
            1, SUITS, 1, map(read_card, removed), {read_card(card): read_card(other) for card, other in swapped.items()}
        )


def test_a_card_of_a_suit_that_was_left_out_cannot_be_taken_out():
    with pytest.raises(ValueError, match="8♦"):
        make_pack(1, ("♣",), 1, [read_card("8d")])
