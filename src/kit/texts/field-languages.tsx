import { Group, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react'
import { languageLabel } from '@/shared/domain/texts/languages'
import type { TextState } from '@/shared/domain/texts/own-texts'
import classes from './texts.module.css'
import { useTextsOfRecord } from './texts-of-record'

const icons = { missing: IconPlus, outdated: IconAlertTriangle, written: IconCheck } as const
/** What a state is called, behind the language: `German: missing`. */
export const stateWords: Readonly<Record<TextState, string>> = {
  missing: 'missing',
  outdated: 'outdated',
  written: 'written',
}

type FieldLanguagesProps = { name: string; label: string; original: string }

/** The other languages of a field, each with what is missing or outdated; a press opens its text. Nothing for a company with one language. */
export function FieldLanguages({ name, label, original }: FieldLanguagesProps) {
  const languagesOf = useTextsOfRecord()
  const all = original.trim() === '' ? [] : (languagesOf?.(name, original) ?? [])
  if (all.length === 0) return null
  return (
    <Group gap={6} className={classes.languages} role="group" aria-label={`${label} in other languages`}>
      {all.map(({ language, state, open }) => {
        const Icon = icons[state]
        return (
          <UnstyledButton key={language} className={classes.language} data-state={state} onClick={open}>
            <Icon size={14} aria-hidden />
            {state === 'written' ? languageLabel(language) : `${languageLabel(language)}: ${stateWords[state]}`}
          </UnstyledButton>
        )
      })}
    </Group>
  )
}
