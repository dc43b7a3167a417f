"""What any sentence must be like for a person to read it."""

import re


def blemishes(sentence: str) -> list[str]:
    """What is wrong with a sentence; nothing for a good one."""
    found = [sign for sign in ("{", "}", "None", "  ", "()", " .", " ,", "“”") if sign in sentence]
    if not re.match(r"[A-Z“]", sentence):
        found.append("begins without a capital letter")
    if not sentence.endswith("."):
        found.append("does not end with a full stop")
    if re.search(r"\bMS-\d", sentence):
        found.append("says a number instead of a reason")
    if len(sentence) > 170:
        found.append("is too long")
    return found
