// Of each predicate: its triples, its self-loops, the triples between two entities, which are the body,
// and those of them that have no twin.
//
// params:  $predicates: iri*
// columns: p: iri, triples: int, self_loops: int, matches: int, body: int

CALL () {
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
  RETURN type(r) AS p, count(*) AS t, 0 AS l, 0 AS e, 0 AS m
  UNION ALL
  MATCH (a)-[r]->(a)
  WHERE type(r) IN $predicates
  RETURN type(r) AS p, 0 AS t, count(*) AS l, 0 AS e, 0 AS m
  UNION ALL
  MATCH (a)-[r]->(b:Entity)
  WHERE type(r) IN $predicates
    AND a <> b
  RETURN type(r) AS p, 0 AS t, 0 AS l, count(*) AS e, 0 AS m
  UNION ALL
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
  MATCH (b)-[s]->(a)
  WHERE type(s) = type(r)
  RETURN type(r) AS p, 0 AS t, 0 AS l, 0 AS e, count(*) AS m
}
RETURN p, sum(t) AS triples, sum(l) AS self_loops, sum(e) - sum(m) AS matches,
       sum(e) AS body
