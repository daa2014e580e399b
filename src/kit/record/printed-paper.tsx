import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Paper } from '@/documents/paper/paper'
import { afterFirstScreen } from '@/shared/lib/first-screen'

/** A paper with the addresses of the pictures of its lines. */
export type Printed = { paper: Paper; pictures?: Readonly<Record<string, string>> }

type PrintedPaperProps = {
  /** Names the record: `['order', id]`. */
  of: readonly string[]
  /** Changes whenever the record does. The paper is read again once it was calm for a moment. */
  version: string | number
  /** Reads the paper; null where this person may not see one. */
  read: () => Promise<Printed | null>
}

/** The paper, and what draws it: before both are here nothing is printed in the place of the page. */
async function readToPrint(read: PrintedPaperProps['read']) {
  const [{ PaperSheet }, printed] = await Promise.all([import('@/documents/paper/paper-sheet'), read()])
  return printed && { ...printed, Sheet: PaperSheet }
}
type ToPrint = NonNullable<Awaited<ReturnType<typeof readToPrint>>>

/** For how many ms nothing must change before the paper is read again. */
const calmFor = 1500

/**
 * The document that the browser prints in place of a record's page. It is read after the first screen and drawn outside
 * the page; it is in the page only while printing, and then nothing else is printed (`global.css`).
 */
export function PrintedPaper({ of, version, read }: PrintedPaperProps) {
  const [isDrawn, setDrawn] = useState(false)
  const [calmed] = useDebouncedValue(version, calmFor)
  const [asked, setAsked] = useState<string | number | null>(null)
  const calm = asked === version ? version : calmed
  const queryClient = useQueryClient()
  useEffect(() => afterFirstScreen(() => setDrawn(true)), [])
  const paperOf = (at: string | number) => ({
    queryKey: ['printed-paper', ...of, at],
    queryFn: () => readToPrint(read),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const { data } = useQuery({ ...paperOf(calm), enabled: isDrawn, placeholderData: (before) => before })
  const isLate = calm !== version || data === undefined
  useEffect(() => {
    if (!isLate) return
    // Printing waits until a change has been read.
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      event.preventDefault()
      void queryClient
        .fetchQuery(paperOf(version))
        .then(
          () => setAsked(version),
          () => {},
        )
        .then(() => setTimeout(() => window.print(), 50))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return data ? <Aside {...data} /> : null
}

const isPrintKey = ({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'p'

function printedPlace(): HTMLElement {
  const place = document.createElement('div')
  place.dataset.printedPaper = ''
  return place
}

/** Drawn into an element that joins the page while it is printed. */
function Aside({ paper, pictures = {}, Sheet }: ToPrint) {
  const [place] = useState(printedPlace)
  useEffect(() => {
    const print = window.matchMedia('print')
    const root = document.documentElement
    const join = () => {
      root.dataset.printsPaper = ''
      document.body.append(place)
    }
    const leave = () => {
      delete root.dataset.printsPaper
      place.remove()
    }
    // A browser tells of the medium late, and of the one before first: between these two events it is not asked.
    let isPrinting = false
    const begin = () => {
      isPrinting = true
      join()
    }
    const end = () => {
      isPrinting = false
      leave()
    }
    const follow = () => {
      if (!isPrinting) (print.matches ? join : leave)()
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    print.addEventListener('change', follow)
    follow()
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      print.removeEventListener('change', follow)
      leave()
    }
  }, [place])
  return createPortal(<Sheet paper={paper} pictures={pictures} isPrinted />, place)
}
