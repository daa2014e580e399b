import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { quotationPaper } from '@/documents/paper/papers'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { exampleLines, quotationOf } from '@/documents/paper/testing'
import { showTo } from '@/shared/ui/testing'
import { PaperInLanguage } from './paper-in-language'

describe('the preview of a paper', () => {
  test('is in the language of its client, can be looked at in another, and goes back', async () => {
    const user = showTo(
      'admin',
      <PaperInLanguage document={quotationOf(exampleLines)}>
        {(document) => <PaperSheet paper={quotationPaper(document)} />}
      </PaperInLanguage>,
    )
    expect(screen.getByRole('article', { name: 'Quotation Q-2026-0142' }).getAttribute('lang')).toBe('en')
    const choice = screen.getByRole('combobox', { name: 'Look at it in' })
    await user.selectOptions(choice, 'German')
    expect((await screen.findByRole('article', { name: 'Angebot Q-2026-0142' })).getAttribute('lang')).toBe('de')
    screen.getByText('The client gets it in English.')
    screen.getByText('Gesamt inkl. MwSt.')
    await user.selectOptions(choice, 'English')
    screen.getByRole('article', { name: 'Quotation Q-2026-0142' })
    expect(screen.queryByText('The client gets it in English.')).toBeNull()
  })
})
