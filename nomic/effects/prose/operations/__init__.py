"""English descriptions of operations. Each module registers one family of operations, when this package is imported."""

from importlib import import_module
from pkgutil import walk_packages

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
