// Facts that hold in one direction only: a is p of b, and b is not p of a.
//
// params:  $predicates: iri*, $most: int = 100   # of a list without a value: all of the graph's
// columns: p: iri, a: iri, b: iri                # what the query returns: a name and a type each
// parts:   p of $predicates                      # it may be asked for one predicate at a time
// group:   p                                     # what is reported together
// sample:  $most per group                       # how many matches are drawn
// role:    forward  = a p b                      # a question: the fact is in the graph
// role:    backward = not b p a                  # one more: this must not be answered
// metric:  all_roles                             # how an item is scored: a file of kgforge/metrics/

// One row for each match. Leave out LIMIT and ORDER BY: kgforge draws.
MATCH (a)-[r]->(b:Entity)
WHERE type(r) IN $predicates
  AND NOT EXISTS {
    MATCH (b)-[s]->(a)
    WHERE type(s) = type(r)
  }
RETURN type(r) AS p, a.iri AS a, b.iri AS b
// A role may also be a chain (x r1/r2 z) or computed by the query (a count, yes or no, the larger
// of two): kgforge patterns chain2, count, agreement and comparison show how.
