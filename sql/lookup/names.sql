-- Every label, alias and description, in all languages.
--
-- columns: entity: iri, language: str, kind: str, text: str

SELECT entity, language, kind, text FROM labels
