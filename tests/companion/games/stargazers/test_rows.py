"""SG-01 to SG-04: which rows a bead makes, and which beads are taken."""

import pytest

from companion.games.stargazers.sky import RUNS, taken
from tests.companion.games.stargazers.naive import row_cells
from tests.companion.games.stargazers.table import PRINTED, held, lit_tiles, play, table

ROWS = {
    # name: (lit, card, gained, lit afterwards)
    "SG-01 three across": ("RMOP", "BS", 3, ""),
    "SG-01 three down": ("GMOM", "BM", 3, ""),
    "SG-01 a long diagonal": ("RMRS", "RP", 3, ""),
    "SG-01 the other long diagonal": ("GPOM", "OS", 3, ""),
    "SG-01 a short diagonal": ("GMGP", "GS", 3, ""),
    "SG-01 the other short diagonal": ("BSBM", "RP", 3, ""),
    "SG-01 four, the gap filled": ("RMOPGC", "BS", 4, ""),
    "SG-01 four, its end filled": ("GMBMOM", "RM", 4, ""),
    "SG-01 two make no row": ("RM", "OP", 0, "RMOP"),
    "SG-01 a gap makes no row": ("RMOP", "GC", 0, "RMOPGC"),
    "SG-01 no wrapping round from edge to edge": ("BSGC", "RM", 0, "RMBSGC"),
    "SG-01 no wrapping round in a diagonal": ("OPGM", "RC", 0, "OPGMRC"),
    "SG-01 no knight's jump": ("RMOS", "OC", 0, "RMOSOC"),
    "SG-02 both rows are taken": ("RMOPOSRS", "BS", 5, ""),
    "SG-02 a row that is not made stays": ("RMOPRC", "BS", 3, "RC"),
    "SG-03 the shared bead counts once": ("RMBSRPGP", "OP", 5, ""),
    "SG-03 three rows at once": ("GMOSOPGPRMRS", "RP", 7, ""),
    "SG-03 nine beads at once": ("RMOPGMOSBCGPRSRC", "RP", 9, ""),
    "SG-04 the new bead must be in the row": ("RMOP", "RC", 0, "RMOPRC"),
}


@pytest.mark.parametrize(("lit", "card", "gained", "left"), ROWS.values(), ids=list(ROWS))
def test_rows(lit: str, card: str, gained: int, left: str) -> None:
    after = play(table(f"{card}2?", "3?", on=lit, deck="20?"), card)
    assert after.scores == (gained, 0)
    assert sorted(lit_tiles(after)) == sorted(left)
    assert after.to_move == (0 if gained else 1)


PRINTED_EXAMPLES = {
    "the first": ("OPGC", "GM", 3, ""),
    "the red star": ("OPBMRC", "RS", 3, "OP"),
    "the orange moon": ("OPBMRC", "OM", 3, "RC"),
    "the blue planet": ("OPBMRC", "BP", 3, "BM"),
    "two rows, six beads": ("GSOSOPBPRS", "GM", 6, ""),
}


@pytest.mark.parametrize(
    ("lit", "card", "gained", "left"), PRINTED_EXAMPLES.values(), ids=list(PRINTED_EXAMPLES)
)
def test_the_printed_examples(lit: str, card: str, gained: int, left: str) -> None:
    """SG-01 to SG-03."""
    after = play(table(f"{card}2?", "3?", on=lit, sky=PRINTED, deck="20?"), card)
    assert after.scores[0] == gained
    assert lit_tiles(after) == left


def test_sg_04_an_old_row_that_the_bead_does_not_meet_stays() -> None:
    after = play(table("RC2?", "3?", on="RMOPBS", deck="20?"), "RC")
    assert after.scores == (0, 0)
    assert lit_tiles(after) == "RMOPBSRC"


def test_every_placement_on_every_sky_takes_what_a_plain_count_takes() -> None:
    """SG-01 to SG-03, on all 65536 sets of beads; no more than nine beads at once."""
    most = 0
    for beads in range(1 << 16):
        cell = beads % 16
        after = beads | 1 << cell
        grid = [[after >> 4 * row + column & 1 for column in range(4)] for row in range(4)]
        wanted = sum(1 << 4 * r + c for r, c in row_cells(grid, divmod(cell, 4)))
        assert taken(after, cell) == wanted
        without_a_row = not any(run & beads == run for run in RUNS)
        if without_a_row and not beads >> cell & 1:
            most = max(most, wanted.bit_count())
    assert most == 9


def test_a_sky_without_a_row_has_nine_beads_at_most() -> None:
    """SG-12: so a flip that is repeated finds an empty tile in the end."""
    free = [sky for sky in range(1 << 16) if not any(run & sky == run for run in RUNS)]
    assert max(sky.bit_count() for sky in free) == 9


def test_sg_02_nothing_is_claimed_by_hand_but_all_is_taken() -> None:
    state = table("OP2?", "3?", on="RMBSRPGP", deck="20?")
    after = play(state, "OP+5")
    assert held(after)[0] is None
