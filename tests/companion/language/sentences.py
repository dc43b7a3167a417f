"""Sentences that stand in code: text constants that read like something said to a person."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SENTENCE = re.compile(r"[A-Z“][^\n]* [^\n]*[.!?…]”?", re.DOTALL)


def sentences_in(file: Path) -> Iterator[tuple[int, str]]:
    """(line, sentence) of a module, docstrings left out; what an f-string puts in reads as "x"."""
    module = ast.parse(file.read_text("utf-8"))
    left_out: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in ast.walk(node) if part is not node}
    for node in ast.walk(module):
        text = _text(node)
        if text and id(node) not in left_out and SENTENCE.fullmatch(text):
            yield getattr(node, "lineno", 0), text


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or "x" for part in parts)
        case _:
            return ""
