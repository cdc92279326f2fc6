"""What every store must do alike: the suite of ``suite.py`` on each engine in turn."""

from tests.stores.suite import StoreTests


class TestStores(StoreTests):
    """Each engine of ``engines.py``, on its real server where it has one."""
