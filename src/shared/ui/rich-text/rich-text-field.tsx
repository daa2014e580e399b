import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Suggest, Suggestion } from './suggestion'

const RichTextArea = lazy(async () => {
  const { RichTextArea } = await import('./rich-text-area')
  return { default: RichTextArea }
})

export type RichTextFieldProps = {
  label: string
  /** HTML. A value that did not come from `onChange` replaces the text. Nothing typed is ''. */
  value: string
  onChange: (html: string) => void
  disabled?: boolean
  placeholder?: string
  /** The least height of the text, in px. */
  minHeight?: number
  error?: ReactNode
  /** Stands at the end of the toolbar. */
  actions?: ReactNode
  suggest?: Suggest
  onSuggestionPick?: (suggestion: Suggestion) => void
}

/** Rich text with its toolbar (spec 2 §5). The editor itself is loaded when it is first needed. */
export function RichTextField({ label, error, minHeight = 120, ...area }: RichTextFieldProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Suspense fallback={<Skeleton height={minHeight + 46} aria-label={`Loading ${label}`} />}>
        <RichTextArea label={label} minHeight={minHeight} {...area} />
      </Suspense>
    </Input.Wrapper>
  )
}
