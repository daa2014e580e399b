import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { ownTextField, textState, type TextSource } from '@/shared/domain/texts/own-texts'
import { useRights } from '@/shared/hooks/current-user'
import { ownTextsKey, textLanguagesQuery, type Translation, translationsQuery } from './own-texts.query'
import { type OpenText, type RichField, TextDialog } from './text-dialog'
import { type FieldLanguage, TextsOfRecordContext } from './texts-of-record'

/** Changes of translations and of the languages by colleagues. */
export function useLiveTexts(): void {
  const { role } = useRights()
  useLive(ownTextsKey, role ? [{ topic: topics.role(role), tables: ['text_translations', 'company_settings'] }] : [])
}

const translationIn = (written: readonly Translation[] = [], field: string, language: string) =>
  written.find((one) => one.field === field && one.language === language)

type OwnTextsOfProps = {
  source: TextSource
  recordId: string
  /** The field for texts with HTML, where the record has some. */
  rich?: RichField
  children: ReactNode
}

/**
 * Around the form of a record whose texts clients read: each of its fields that is translated shows its other languages. A company with
 * one language sees nothing of it.
 */
export function OwnTextsOf({ source, recordId, rich, children }: OwnTextsOfProps) {
  const { data: languages } = useQuery(textLanguagesQuery)
  const { data: written } = useQuery({
    ...translationsQuery(source, recordId),
    enabled: languages !== undefined && languages.others.length > 0,
  })
  const [opened, open] = useState<Omit<OpenText, 'body' | 'from'> | null>(null)
  useLiveTexts()
  const languagesOf = useCallback(
    (field: string, original: string): FieldLanguage[] =>
      !languages || !written || ownTextField(source, field) === null
        ? []
        : languages.others.map((language) => {
            const found = translationIn(written, field, language)
            return {
              language,
              state: textState({ body: found?.body ?? null, from: found?.from ?? null }, original),
              open: () => open({ source, recordId, field, language, original, own: languages.own }),
            }
          }),
    [languages, written, source, recordId],
  )
  const now = opened && translationIn(written, opened.field, opened.language)
  return (
    <TextsOfRecordContext value={languagesOf}>
      {children}
      <TextDialog
        of={opened && { ...opened, body: now?.body ?? null, from: now?.from ?? null }}
        rich={rich}
        onClose={() => open(null)}
      />
    </TextsOfRecordContext>
  )
}
