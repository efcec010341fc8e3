"""Which variables cause which: causal discovery from a data frame, with proven optima.

>>> from wherefore_causal import discover
>>> result = discover(frame)
>>> result.edges
"""

from ._discover import discover
from ._discovery import Discovery
from ._errors import EngineError, InputError
from ._result import Result

__all__ = ["Discovery", "EngineError", "InputError", "Result", "discover"]
