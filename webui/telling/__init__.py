"""What a viewer may know of the table, as JSON: one module a part of it.

`Teller` in `webui.telling.whole` puts the parts together; `secrecy` is the one place that decides
what may be told to whom, and everything hidden passes through `Game.view`.
"""

from webui.telling.whole import Teller

__all__ = ["Teller"]
