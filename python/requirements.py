"""What the wheel needs to run: pyproject.toml asks when it is built."""

import sysconfig
from typing import Any


def dynamic_metadata(settings: dict[str, Any], project: dict[str, Any]) -> dict[str, list[str]]:  # noqa: ARG001
    """The dependencies: where python/CMakeLists.txt leaves nanobind's code to its own package, that one, too."""
    is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    return {"dependencies": ["numpy>=1.26", *([] if is_free_threaded else ["nanobind-backend>=1,<2"])]}
