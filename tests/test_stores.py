"""What every store must do alike: the suite of ``tests/storetests.py`` on each engine in turn."""

from tests.storetests import StoreTests


class TestStores(StoreTests):
    """Each engine of ``tests/engines.py``, on its real server where it has one."""
