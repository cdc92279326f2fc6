-- Every fact of the graph.
--
-- columns: s: iri, p: iri, o: term

SELECT s, p, o FROM facts
