"""The values of one metric, sample by sample."""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
