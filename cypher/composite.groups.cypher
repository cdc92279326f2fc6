// Of each rule, r1(x, y) and r2(y, z) imply r3(x, z), what AMIE counts, of those x that have one of
// the types, or of all where the graph has no types: support and body are distinct (x, z); for PCA
// confidence only those of the body count whose x is a subject of r3. Triples and head are all facts
// of r1 and of r3, of whatever x.
//
// params:  $predicates: iri*, $first: iri*, $second: iri*
// params:  $type: iri, $types: iri*, $untyped: iri*
// columns: r1: iri, r2: iri, r3: iri, triples: int, matches: int, support: int,
//          body: int, pca_body: int, head: int

CALL () {
  MATCH (a)-[r]->(b)
  WHERE a <> b
  WITH type(r) AS p, count(*) AS triples
  RETURN collect({p: p, triples: triples}) AS counted
}
CALL () {
  CALL () {
    CALL () {
      MATCH (x)-[:$($type)]->(kind)
      WHERE kind.iri IN $types
        AND kind:Entity  // for speed alone
      RETURN x
      UNION
      UNWIND $untyped AS told
      MATCH (x)-[:$(told)]->()
      RETURN x
    }
    // Counted for one x at a time: what is counted of all at once takes memory by the walk.
    CALL (x) {
      MATCH (x)-[f1]->(y)-[f2]->(z:Entity)
      WHERE type(f1) IN $first
        AND x <> y
        AND y <> z
        AND x <> z
        AND type(f2) IN $second
      WITH x, z, type(f1) AS r1, type(f2) AS r2, count(*) AS ways
      WITH x, z, collect({r1: r1, r2: r2, ways: ways}) AS walks
      WITH walks, [(x)-[f3]->(z) WHERE type(f3) IN $predicates | type(f3)] AS closing
      UNWIND walks AS walk
      WITH walk.r1 AS r1, walk.r2 AS r2, count(*) AS ends,
           collect(CASE WHEN size(closing) > 0 THEN {ways: walk.ways, closing: closing} END) AS closed
      RETURN collect({r1: r1, r2: r2, ends: ends, closed: closed}) AS bodies
    }
    WITH bodies, COLLECT { MATCH (x)-[f]->(any) WHERE x <> any RETURN DISTINCT type(f) } AS told
    UNWIND bodies AS one
    UNWIND told AS r3
    RETURN one.r1 AS r1, one.r2 AS r2, r3, sum(one.ends) AS pca_body,
           sum(size([z IN one.closed WHERE r3 IN z.closing])) AS support,
           sum(reduce(ways = 0, z IN [z IN one.closed WHERE r3 IN z.closing] | ways + z.ways))
             AS matches
  }
  // Each x of the body is a subject of r1.
  RETURN r1, r2, sum(CASE WHEN r3 = r1 THEN pca_body END) AS body,
         collect({r3: r3, pca_body: pca_body, support: support, matches: matches}) AS rules
}
UNWIND rules AS rule
WITH *
WHERE rule.support > 0
RETURN r1, r2, rule.r3 AS r3, head([one IN counted WHERE one.p = r1 | one.triples]) AS triples,
       rule.matches AS matches, rule.support AS support, body, rule.pca_body AS pca_body,
       head([one IN counted WHERE one.p = rule.r3 | one.triples]) AS head
