"""The result of a run: the edges as a frame, and the graph in the formats of other programs."""

from __future__ import annotations

import base64
import html
import json
import os
from pathlib import Path
from typing import Any, Callable, Optional, Union

import numpy as np
import pandas as pd

from ._engine import converted
from ._errors import InputError

PathLike = Union[str, "os.PathLike[str]"]

_STRENGTHS = {
    "loss": "loss",
    "evidence": "evidence",
    "reversal": "reversal",
    "directionEvidence": "direction_evidence",
    "coefficient": "coefficient",
    "standardError": "standard_error",
    "standardised": "standardised",
    "partialCorrelation": "partial_correlation",
    "information": "information",
}


class Result:
    """The result of a run, with its files; it needs no engine except to be resumed, and can be pickled.

    `document` is the whole result as the engine writes it (docs/result.md).
    """

    def __init__(self, files: dict[str, bytes], resume: Optional[Callable[..., Result]] = None) -> None:
        self.files = files
        self.document: dict[str, Any] = json.loads(files["result.json"])
        self._resume = resume

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_resume": None}

    @classmethod
    def load(cls, folder: PathLike) -> Result:
        """Reads a folder written by `save` or by the command line."""
        return cls({path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()})

    # The result

    @property
    def variables(self) -> list[str]:
        """The columns that were used."""
        return list(json.loads(self.files["graph.json"])["nodes"])

    @property
    def directed(self) -> list[tuple[str, str]]:
        """Pairs of cause and effect."""
        return [(a, b) for a, b in self.document["edges"]]

    @property
    def undirected(self) -> list[tuple[str, str]]:
        """Adjacent pairs whose direction is not determined."""
        return [(a, b) for a, b in self.document["undirected"]]

    @property
    def member(self) -> list[tuple[str, str]]:
        """The edges of one DAG of the answer; without undirected edges, the answer itself."""
        return [(a, b) for a, b in self.document["member"]["edges"]]

    @property
    def edges(self) -> pd.DataFrame:
        """A row for each edge, the strongest first.

        cause, effect: for an undirected edge, in the order of the columns. kind: "directed" or "undirected". loss: the
        decrease of the score without a link between the two; reversal: without the arrow. Then evidence, coefficient with standard error and 95 %
        interval, standardised coefficient, partial correlation and information, missing if the model has no such number.
        probability, with confidence: for a directed edge the share of graphs that have it, for an undirected one the
        share in which the two are linked.
        """
        open_pairs = set(self.undirected)
        rows = []
        for strength in self.document["strengths"]:
            pair = (strength["a"], strength["b"])
            kind = "undirected" if pair in open_pairs else "directed"
            low, high = strength["interval"] or (None, None)
            numbers = {name: strength.get(key) for key, name in _STRENGTHS.items()}
            rows.append({"cause": pair[0], "effect": pair[1], "kind": kind, **numbers, "low": low, "high": high})
        names = ["cause", "effect", "kind", *_STRENGTHS.values(), "low", "high"]
        frame = pd.DataFrame(rows, columns=names)
        numeric = [name for name in names[3:] if not name.endswith("evidence")]
        frame[numeric] = frame[numeric].astype(float)
        if self.confidence is not None:
            frame["probability"] = [self._probability(row) for row in frame.itertuples()]
        return frame

    @property
    def confidence(self) -> Optional[pd.DataFrame]:
        """A row for each pair that is linked in more than one graph in a hundred; None if not requested.

        forward: the share of graphs with a → b; backward: with b → a; undirected and none; together 1.
        """
        facts = self.document.get("confidence")
        if facts is None:
            return None
        return pd.DataFrame(facts["pairs"], columns=["a", "b", "forward", "backward", "undirected", "none"])

    @property
    def digest(self) -> str:
        """A hash of the graphs and scores: two runs with the same digest found the same result in the same way."""
        return self.document["digest"]

    @property
    def score(self) -> float:
        """The score of the final graph; higher is better."""
        return self.document["finalScore"]

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no graph scores higher; `claim` says among which graphs."""
        return self.document["optimal"]

    @property
    def claim(self) -> Optional[str]:
        """What the proof is about, as a sentence."""
        return self.document["claim"]

    @property
    def notes(self) -> list[str]:
        """Notes on the result, as sentences; the data doctor's warnings and violated assumptions first."""
        findings = [each["message"] for each in self.document["findings"] if each["severity"] != "note"]
        return [*findings, *self.document.get("warnings", []), *self.document["notes"]]

    @property
    def methods(self) -> str:
        """What was done, as a paragraph for the methods section of a paper, and the works that it cites."""
        methods = self.document["methods"]
        cited = [f"[{place}] {work}." for place, work in enumerate(methods["references"], 1)]
        return "\n".join([methods["paragraph"], "", *cited])

    @property
    def stopped(self) -> Optional[str]:
        """ "interrupted", "time limit", or None if the run ended by itself."""
        return self.document["stopped"]

    @property
    def is_resumable(self) -> bool:
        """Whether the run can be resumed."""
        return self._resume is not None

    def resume(self, progress: Any = None) -> Result:
        """Resumes a stopped run, to the result that it would have had without the stop."""
        if self._resume is None:
            raise InputError("resume: the run must have been stopped by an interrupt or a time limit, in this process")
        return self._resume(progress)

    # Other formats

    def to_networkx(self, member: bool = False) -> Any:
        """A networkx.DiGraph; an undirected edge becomes two opposite ones with kind "undirected"."""
        import networkx

        graph = networkx.DiGraph()
        graph.add_nodes_from(self.variables)
        if member:
            graph.add_edges_from(self.member, kind="directed")
            return graph
        for row in self.edges.to_dict("records"):
            cause, effect = row.pop("cause"), row.pop("effect")
            facts = {name: value for name, value in row.items() if pd.notna(value)}
            graph.add_edge(cause, effect, **facts)
            if facts["kind"] == "undirected":
                graph.add_edge(effect, cause, **facts)
        return graph

    def to_dot(self) -> str:
        """For Graphviz."""
        return self.files["graph.dot"].decode()

    def to_gml(self, member: bool = False) -> str:
        """For DoWhy, which reads every edge as directed: an error with undirected edges, unless a member is requested."""
        if self.undirected and not member:
            raise InputError(
                f"to_gml: every edge must be directed, and {len(self.undirected)} are not; use member=True for one of the "
                f"{self.document['members']} DAGs of the class, or direct them with prior knowledge"
            )
        return converted(self._graph(member), "gml")

    def to_dagitty(self, member: bool = False) -> str:
        """For dagitty and ggdag."""
        return converted(self._graph(member), "dagitty")

    def to_tetrad(self, member: bool = False) -> str:
        """For Tetrad."""
        return converted(self._graph(member), "tetrad")

    def to_causal_learn(self, member: bool = False) -> Any:
        """A GeneralGraph if causal-learn is installed, otherwise its matrix.

        The matrix has −1 at [i, j] and 1 at [j, i] if i causes j, and −1 at both if the direction is open.
        """
        names = self.variables
        directed, undirected = (self.member, []) if member else (self.directed, self.undirected)
        try:
            from causallearn.graph.Edge import Edge
            from causallearn.graph.Endpoint import Endpoint
            from causallearn.graph.GeneralGraph import GeneralGraph
            from causallearn.graph.GraphNode import GraphNode
        except ImportError:
            matrix = np.zeros((len(names), len(names)), dtype=int)
            for pairs, head in ((directed, 1), (undirected, -1)):
                for cause, effect in pairs:
                    i, j = names.index(cause), names.index(effect)
                    matrix[i, j], matrix[j, i] = -1, head
            return matrix
        nodes = {name: GraphNode(name) for name in names}
        graph = GeneralGraph(list(nodes.values()))
        for pairs, head in ((directed, Endpoint.ARROW), (undirected, Endpoint.TAIL)):
            for cause, effect in pairs:
                graph.add_edge(Edge(nodes[cause], nodes[effect], Endpoint.TAIL, head))
        return graph

    def report(self, path: Optional[PathLike] = None) -> Union[str, Path]:
        """The report as HTML; if a path is given, it is written there."""
        if path is None:
            return self.files["report.html"].decode()
        Path(path).write_bytes(self.files["report.html"])
        return Path(path)

    def save(self, folder: PathLike) -> Path:
        """Writes all files of the run to a folder that is new or empty."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise InputError(f"save: {target} must be new or empty, and has something in it; choose another folder")
        for name, content in self.files.items():
            (target / name).write_bytes(content)
        return target

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.files["graph.svg"]).decode()
        image = f'<img alt="graph of causes" style="max-width:100%" src="data:image/svg+xml;base64,{picture}">'
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
        return f"<div>{image}<p>{html.escape(self._summary())}</p><ul>{notes}</ul></div>"

    def __repr__(self) -> str:
        return f"<Result: {self._summary()}>"

    def _summary(self) -> str:
        links = f"{len(self.directed)} directed and {len(self.undirected)} undirected edges"
        proof = self.claim or "nothing is proven"
        ended = f"; stopped: {self.stopped}" if self.stopped else ""
        return f"{links} among {len(self.variables)} variables; search {self.document['search']}; {proof}{ended}"

    def _probability(self, row: Any) -> float:
        pairs = self.document["confidence"]["pairs"]
        found = next((pair for pair in pairs if {pair["a"], pair["b"]} == {row.cause, row.effect}), None)
        if found is None:
            return 0.0
        if row.kind == "undirected":
            return 1 - found["none"]
        return found["forward"] if found["a"] == row.cause else found["backward"]

    def _graph(self, member: bool) -> str:
        directed, undirected = (self.member, []) if member else (self.directed, self.undirected)
        return json.dumps({"nodes": self.variables, "directed": directed, "undirected": undirected})
