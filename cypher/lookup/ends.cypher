// How many different entities the facts have as subjects and objects.
//
// columns: count: int

MATCH (s:Entity)-[]->(o)
UNWIND [s, o] AS end
WITH end
WHERE end:Entity
RETURN count(DISTINCT end) AS count
