"""How an algorithm does in a fixed set of situations: the league and the report card.

situations.json ──▶ scenarios of an algorithm ──▶ numbers by seed (data/*.json, or computed)
├──▶ league: ranks with shared places
└──▶ report: RFC 9743, heading by heading
"""

from lab_model.evaluation.evaluated import Evaluated, load_shipped, shipped_names
from lab_model.evaluation.experiment import algorithm_of, evaluation_experiment, is_evaluation
from lab_model.evaluation.league import League, league_of
from lab_model.evaluation.report import OutsideAlgorithm, Report, report_of
from lab_model.evaluation.situations import Situation, load_battery, load_situations
from lab_model.evaluation.standing import PairStanding, pair_standing

__all__ = [
    "Evaluated",
    "League",
    "OutsideAlgorithm",
    "PairStanding",
    "Report",
    "Situation",
    "algorithm_of",
    "evaluation_experiment",
    "is_evaluation",
    "league_of",
    "load_battery",
    "load_shipped",
    "load_situations",
    "pair_standing",
    "report_of",
    "shipped_names",
]
