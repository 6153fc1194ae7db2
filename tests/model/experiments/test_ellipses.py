"""The ellipse of an arm: the covariance of its points, whatever their units."""

import math

import numpy as np
import pytest

from lab_model.experiments.ellipses import EllipseShape, ellipse_of


def _covariance_of(ellipse: EllipseShape) -> list[list[float]]:
    cosine, sine = math.cos(ellipse.angle_rad), math.sin(ellipse.angle_rad)
    turn = np.array([[cosine, -sine], [sine, cosine]])
    squares = np.diag([ellipse.axis_x**2, ellipse.axis_y**2])
    return list((turn @ squares @ turn.T).tolist())


@pytest.mark.parametrize("slope", [-2.0, -1.0, -0.3, 0.0, 0.3, 1.0, 2.0])
@pytest.mark.parametrize("scale_y", [1e-9, 1e-3, 1.0, 1e3, 1e9])
def test_it_has_the_covariance_of_the_points(slope: float, scale_y: float) -> None:
    random = np.random.default_rng(6)
    x = random.normal(5.0, 1.0, 40)
    y = (slope * x + random.normal(0.0, 0.5, 40)) * scale_y
    ellipse = ellipse_of(x, y)
    assert ellipse is not None
    assert ellipse.count == 40
    assert ellipse.mean_x == pytest.approx(float(x.mean()))
    assert ellipse.mean_y == pytest.approx(float(y.mean()))
    assert abs(ellipse.angle_rad) <= math.pi / 4 + 1e-12
    expected, found = np.cov(x, y), np.array(_covariance_of(ellipse))
    deviations = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert np.abs((found - expected) / deviations).max() < 1e-6


def test_points_on_a_line_have_no_width() -> None:
    x = np.array([1.0, 2.0, 4.0])
    ellipse = ellipse_of(x, 3 * x)
    assert ellipse is not None
    assert min(ellipse.axis_x, ellipse.axis_y) == pytest.approx(0, abs=1e-6)
    assert max(ellipse.axis_x, ellipse.axis_y) == pytest.approx(math.sqrt(10 * x.var(ddof=1)))


def test_equal_points_are_a_point_and_one_is_no_ellipse() -> None:
    same = ellipse_of(np.array([2.0, 2.0]), np.array([3.0, 3.0]))
    assert same == EllipseShape(2, 2.0, 3.0, 0.0, 0.0, 0.0)
    assert ellipse_of(np.array([2.0]), np.array([3.0])) is None
