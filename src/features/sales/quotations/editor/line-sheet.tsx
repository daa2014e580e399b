import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Dialog, useDialog } from '@/kit/dialog/use-dialog'
import { useScreenKeys } from '@/shared/hooks/screen-keys'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import type { Visitor } from '@/kit/sheet/sheet-cell'
import { Sheet } from '@/kit/sheet/sheet'
import { newId } from '@/shared/lib/new-id'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import type { CatalogueService } from '../api/catalogue.query'
import { calculatedLinesQuery } from '../api/calculated-lines.query'
import { serviceWordsQuery } from '../api/texts.query'
import { BeginWithService, Catalogue } from '../catalogue/catalogue'
import { newLine, type QuotationItem } from './line'
import { lastCounted } from './percent-discount'
import { keysAfter } from './line-keys'
import { usualVat } from './line-columns'
import { LineJob } from './line-job'
import { lineActs } from './line-acts'
import { LinePlace } from './line-place'
import { LineToolbar } from './line-toolbar'
import { CalculateLine, LineTools } from './line-tools'
import { PictureButton, ShownPicture } from './pictures/line-picture'
import classes from './lines.module.css'
import { useCellMarks } from './use-cell-marks'
import { useLinePictures } from './pictures/use-line-pictures'
import { useSheetColumns } from './use-sheet-columns'
import { inWords, isBlank, serviceLine } from '../catalogue/service-line'
import { useRefusedCells } from './use-refused-cells'
import { UnsavedChanges } from './unsaved-changes'
import { useHalfCell } from './use-half-cell'
import type { Lines } from './use-lines'

type LineSheetProps = {
  quotationId: string
  /** The client: the rate of a new line depends on it. */
  contactId: string
  /** The site: the sales tax depends on the place where the goods go. */
  locationId?: string | null
  /** The currency of the quotation, and its rate: how much of the currency of the books one unit is. */
  currency: string
  rate?: string
  of: Lines
  isOpen: boolean
  /** The total with VAT, formatted. */
  total: string
  /** The client reads the prices by quantity. */
  showsBreaks: boolean
  /** Writing begins at once in a first line: the quotation was just made. */
  begins?: boolean
  /** Colleagues by the cell that they are in. */
  visitors?: ReadonlyMap<string, Visitor>
  /** The cell that this person is in, for the colleagues. */
  onAt?: (cell: { row: string; column: string } | null) => void
}

/** The sheet's keys for the keyboard map. */
const sheetKeys = {
  title: 'Lines of a quotation',
  keys: [
    { keys: 'Tab', label: 'Next cell' },
    { keys: 'Enter', label: 'Keep it and go down' },
    { keys: 'F2', label: 'Change the text in the cell' },
    { keys: 'Esc', label: 'Discard the change' },
    { keys: 'Esc Tab', label: 'Leave the sheet' },
    { keys: 'Shift Enter', label: 'Add a line below' },
    { keys: 'Shift ↑', label: 'Choose several lines, with ↓ too' },
    { keys: 'Alt ↑', label: 'Move the chosen lines, with ↓ too' },
    { keys: 'Ctrl D', label: 'Double the chosen lines' },
    { keys: 'Ctrl Delete', label: 'Remove the chosen lines' },
    { keys: 'Ctrl Z', label: 'Undo' },
    { keys: 'Ctrl Shift Z', label: 'Redo' },
    { keys: 'Ctrl C', label: 'Copy the cell or the chosen lines' },
    { keys: 'Ctrl V', label: 'Paste rows of a spreadsheet' },
  ],
} as const

const nobody: ReadonlyMap<string, Visitor> = new Map()

/** How prices by quantity are written, and whether the client reads them. */
function BreaksHint({ isSeen }: { isSeen: boolean }) {
  return (
    <Text size="xs" c="dimmed" mb="xs">
      By quantity: write “10: 13.50; 50: 12” for other prices from 10 and from 50 on. The price follows the quantity.{' '}
      {isSeen
        ? 'The client sees them and may choose another quantity.'
        : 'The client does not see them: tick it in “Edit quotation”.'}
    </Text>
  )
}

/** Calls `begin` once, as soon as it may. */
function useBeginning(beginsNow: boolean, onBegin: () => void): void {
  const begin = useEffectEvent(onBegin)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!beginsNow || hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [beginsNow])
}

/** The lines of a quotation as a spreadsheet. */
export function LineSheet({
  quotationId,
  contactId,
  locationId = null,
  currency,
  rate = '1',
  of,
  isOpen,
  total,
  showsBreaks,
  begins = false,
  visitors = nobody,
  onAt,
}: LineSheetProps) {
  useScreenKeys(sheetKeys)
  const refused = useRefusedCells(of.lines)
  const half = useHalfCell(quotationId)
  const { data: staff = [] } = useQuery(colleaguesQuery)
  const nameOf = (id: string | null) => staff.find((person) => person.id === id)?.name ?? 'A colleague'
  const pictures = useLinePictures(quotationId, of.lines, of.perform)
  const [marked, setMarked] = useState<string | null>(null)
  const [added, setAdded] = useState<{ id: string } | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const lineOf = (id: string | null) => of.lines.find((line) => line.id === id)
  const catalogue = useDialog('catalogue')
  const { data: serviceWords } = useQuery(serviceWordsQuery(quotationId))
  const [wantsBreaks, setWantsBreaks] = useState(false)
  const { columns, vat, costs, estimated, usesBreaks } = useSheetColumns({
    ...{ quotationId, contactId, locationId, currency, of, isOpen, wantsBreaks },
    addresses: pictures.addresses,
    onPicture: setShown,
  })
  const { data: calculated } = useQuery(calculatedLinesQuery(quotationId))
  const marks = useCellMarks(of, refused, visitors)

  const add = (after: string | null): string => {
    const { keys, moves } = keysAfter(of.lines, after, 1)
    const line = newLine(newId(), keys[0] ?? '', usualVat(vat))
    of.perform([...moves, { kind: 'add', lines: [line] }])
    return line.id
  }
  const line = lineOf(marked)
  const takeService = (picked: CatalogueService) => {
    const { id, changes } = serviceLine(of.lines, line, inWords(picked, serviceWords), {
      id: newId(),
      vat: usualVat(vat),
    })
    of.perform(changes)
    setAdded({ id })
  }
  useBeginning(begins && isOpen && !of.isPending && of.lines.length === 0, () => setAdded({ id: add(null) }))

  const facts = {
    currency,
    quotationId,
    calculation: calculated?.find(({ item_id }) => item_id === line?.id)?.calculation_id ?? null,
    estimated: (line && estimated[line.id]) ?? null,
  }
  if (of.isPending) return <LineSkeletons count={6} height={36} />
  if (of.isError) return <Problem onRetry={() => void of.refetch()}>The lines could not be read</Problem>
  return (
    <div className={classes.lines}>
      {isOpen ? (
        <LineToolbar
          of={of}
          onAdd={() => setAdded({ id: add(lastCounted(of.lines)) })}
          onCatalogue={() => catalogue.open()}
          breaks={usesBreaks ? null : { isShown: wantsBreaks, onToggle: () => setWantsBreaks(!wantsBreaks) }}
          total={total}
        >
          <PictureButton line={line} pictures={pictures} />
          <CalculateLine line={line} quotationId={quotationId} calculation={facts.calculation} />
          <LineJob line={line} of={of} />
          <LineTools line={line} of={of} />
        </LineToolbar>
      ) : null}
      <UnsavedChanges of={of} nameOf={nameOf} />
      {isOpen && (usesBreaks || wantsBreaks) ? <BreaksHint isSeen={showsBreaks} /> : null}
      {isOpen ? <LinePlace line={line} of={of} facts={facts} rate={rate} refused={refused} /> : null}
      {pictures.problem ? <Problem>{pictures.problem}</Problem> : null}
      <Sheet
        label="Lines"
        rows={of.lines}
        columns={columns}
        idOf={idOf}
        rowClass={rowClass}
        marks={marks}
        isOpen={isOpen}
        isStacked
        firstColumn="description"
        added={added}
        half={half.held}
        onHalf={half.keep}
        {...lineActs(of, { lines: of.lines, columns, vat, costs, currency }, refused)}
        onAdd={add}
        onFiles={(row, files) => {
          const at = lineOf(row)
          if (at)
            void pictures.put(
              at,
              files.find(({ type }) => type.startsWith('image/')),
            )
        }}
        onAt={(cell) => {
          // The marked cell is painted before the button for its picture.
          startTransition(() => setMarked(cell?.row ?? null))
          onAt?.(cell)
        }}
      />
      <ShownPicture line={lineOf(shown)} pictures={pictures} isOpen={isOpen} onClose={() => setShown(null)} />
      {isOpen ? (
        <Services
          isBegun={!of.lines.every(isBlank)}
          dialog={catalogue}
          currency={currency}
          rate={rate}
          onPick={takeService}
        />
      ) : null}
      {of.lines.length === 0 ? (
        <Text c="dimmed" mt="sm" size="sm">
          {isOpen ? 'No lines yet. Add one, or paste rows from a spreadsheet.' : 'This quotation has no lines.'}
        </Text>
      ) : null}
    </div>
  )
}

type ServicesProps = {
  isBegun: boolean
  dialog: Dialog
  currency: string
  rate: string
  onPick: (picked: CatalogueService) => void
}

/** The services that a line is made of: a few of them under an empty sheet, and all in a dialog. */
const Services = ({ isBegun, dialog, ...shared }: ServicesProps) => (
  <>
    {isBegun ? null : <BeginWithService {...shared} onAll={() => dialog.open()} />}
    <Catalogue isOpen={dialog.isOpen} onClose={dialog.close} {...shared} />
  </>
)

const idOf = ({ id }: QuotationItem) => id

const rowClass = ({ kind, is_optional }: QuotationItem): string | undefined =>
  kind === 'heading' ? classes.heading : kind === 'text' ? classes.text : is_optional ? classes.option : undefined
