"""Requirements of the wheel at run time; pyproject.toml reads them when it is built."""

import sysconfig
from typing import Any


def dynamic_metadata(settings: dict[str, Any], project: dict[str, Any]) -> dict[str, list[str]]:  # noqa: ARG001
    """Returns the dependencies. The package with nanobind's code is not one if the module contains that code."""
    is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    return {"dependencies": ["numpy>=1.26", *([] if is_free_threaded else ["nanobind-backend>=1,<2"])]}
