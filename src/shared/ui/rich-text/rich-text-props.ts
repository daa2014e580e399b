import type { ReactNode } from 'react'
import type { Suggest, Suggestion } from './suggestion'

export type RichTextFieldProps = {
  label: string
  /** Gives the label to screen readers only, because a heading above shows it. */
  isLabelHidden?: boolean
  /** HTML. A value that did not come from `onChange` replaces the text. Nothing typed is ''. */
  value: string
  onChange: (html: string) => void
  disabled?: boolean
  /** Focuses the field when it appears, with the caret at its end. */
  autoFocus?: boolean
  placeholder?: string
  /** The least height of the text, in px. */
  minHeight?: number
  error?: ReactNode
  /** Headings, quotations and rules as well: a text that is published. */
  isArticle?: boolean
  /** Tables as well: pasted ones stay tables, and their rows and columns can be changed. */
  hasTables?: boolean
  /**
   * Takes a pasted or dropped file that does not fit into the text. Without it such a file is refused in words. The editor
   * keeps the first one that it was given.
   */
  onFile?: (file: File) => void
  /** Stands at the end of the toolbar. */
  actions?: ReactNode
  suggest?: Suggest
  onSuggestionPick?: (suggestion: Suggestion) => void
}
