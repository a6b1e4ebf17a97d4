"""The functions of other extractors, with pith behind them: change one import."""
