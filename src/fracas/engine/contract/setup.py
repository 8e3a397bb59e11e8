from fracas.engine.content import chance
from fracas.engine.ruleset import Answer, End, Measure, Rules, Setup
