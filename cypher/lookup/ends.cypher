// How many different subjects and objects the facts have, literals among them.
//
// columns: count: int

MATCH (s:Entity)-[]->(o)
UNWIND [s, o] AS end
RETURN count(DISTINCT end) AS count
