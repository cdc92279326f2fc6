-- The entities among the facts' subjects and objects that have no label or alias in one language,
-- as text: they are many, and an engine that numbers terms would be asked for each.
--
-- params:  $language: str
-- columns: found: str

SELECT terms.value AS found
FROM (SELECT s AS id FROM facts UNION SELECT o FROM facts WHERE o > 0) AS ends
JOIN terms ON terms.id = ends.id
WHERE ends.id NOT IN (
  SELECT entity FROM labels WHERE kind IN ('label', 'alias') AND language = $language
)
