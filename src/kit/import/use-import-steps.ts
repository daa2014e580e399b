import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Memory } from '@/shared/lib/memory'

const steps = ['choose', 'columns', 'preview', 'run'] as const
export type ImportStep = (typeof steps)[number]

/**
 * The steps of an import: its file, its checked rows and the import under way. The address names the step, and the tab keeps the
 * file, so Back leads a step back and a reload loses nothing. `go` may change more of the address.
 */
export function useImportSteps<Source, Checked, Run>(kept: Memory<Source>) {
  const [search, setSearch] = useSearchParams()
  const [source, setSource] = useState(() => kept.read())
  const [isKept, setKept] = useState(true)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const asked = steps.find((step) => step === search.get('step')) ?? 'choose'
  const step = reachable(asked, { source, checked, run })
  // After Back from a run, Forward does not start it again: its step replaced the preview.
  if (run && asked !== 'run' && asked !== 'preview') {
    setRun(null)
    setSource(null)
    setChecked(null)
  }
  const go = (next: ImportStep, replace = false, more: Readonly<Record<string, string>> = {}) =>
    setSearch(
      (now) => {
        const then = new URLSearchParams(now)
        if (next === 'choose') then.delete('step')
        else then.set('step', next)
        for (const [name, value] of Object.entries(more)) then.set(name, value)
        return then
      },
      { replace },
    )
  const take = (next: Source) => {
    setKept(kept.keep(next))
    setSource(next)
    setChecked(null)
  }
  const check = (next: Checked) => {
    setChecked(next)
    go('preview', asked === 'preview')
  }
  const start = (next: Run) => {
    setRun(next)
    kept.forget()
    go('run', true)
  }
  return { source, isKept, checked, run, step, checksAtOnce: asked === 'preview', search, go, take, check, start }
}

/** The step of the address, or the last one before it with all its data. */
function reachable(asked: ImportStep, has: { source: unknown; checked: unknown; run: unknown }): ImportStep {
  if (asked === 'run' && has.run) return 'run'
  if (asked === 'choose' || !has.source) return 'choose'
  return asked === 'preview' && has.checked ? 'preview' : 'columns'
}
