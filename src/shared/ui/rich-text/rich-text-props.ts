import type { ReactNode } from 'react'
import type { Suggest, Suggestion } from './suggestion'

export type RichTextFieldProps = {
  label: string
  /** The label is said but not shown: a heading stands above already. */
  isLabelHidden?: boolean
  /** HTML. A value that did not come from `onChange` replaces the text. Nothing typed is ''. */
  value: string
  onChange: (html: string) => void
  disabled?: boolean
  /** The caret stands at its end as soon as it is there. */
  autoFocus?: boolean
  placeholder?: string
  /** The least height of the text, in px. */
  minHeight?: number
  error?: ReactNode
  /** Headings, quotations and rules as well: a text that is published. */
  isArticle?: boolean
  /** Stands at the end of the toolbar. */
  actions?: ReactNode
  suggest?: Suggest
  onSuggestionPick?: (suggestion: Suggestion) => void
}
