import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LiveSource } from '@/kit/live/use-live'
import { useIsPhone } from '@/kit/list/use-wide'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { saveProblem } from '@/shared/hooks/save-problem'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { AccountsBar } from '../../shared/accounts-bar'
import { useAct } from '../../shared/use-act'
import { handOverSettingsQuery } from '../api/hand-over.query'
import { journalLive } from '../journal-words'
import type { Report } from '../report'
import { saveReports } from '../save-report'
import classes from './report.module.css'

/** What moves a report: the journal, and where the financial year begins. */
export const reportLive: readonly LiveSource[] = [...journalLive, { page: 'payments', tables: ['hand_over_settings'] }]

/** The bar over a report; on paper the company instead. */
export const OverReport = () => (
  <>
    <AccountsBar />
    <p className={classes.company}>{useCompanySign().name}</p>
  </>
)

type Read = { error: Error | null; refetch: () => unknown }

/** Where one of the two reads of a report failed: why, and a press that reads both again. */
export const NotRead = ({ of }: { of: readonly [Read, Read] }) => (
  <Problem onRetry={() => of.forEach(({ refetch }) => void refetch())}>
    {saveProblem(of[0].error ?? of[1].error)}
  </Problem>
)

/** Draws a report once it is known in which month the financial year begins. */
export function WithFinancialYear({ title, children }: { title: string; children: (firstMonth: number) => ReactNode }) {
  const settings = useQuery(handOverSettingsQuery)
  if (settings.data) return children(settings.data.first_month)
  return (
    <PageFrame above={<OverReport />} title={title} width="full">
      {settings.isPending ? (
        <LineSkeletons count={6} height={40} />
      ) : (
        <Problem onRetry={() => void settings.refetch()}>{saveProblem(settings.error)}</Problem>
      )}
    </PageFrame>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  choices: readonly { value: Value; label: string }[]
  /** What is said on a phone where what is shown is none of the choices, whose value is null. */
  other: string
  value: Value | null
  onChange: (value: Value) => void
}

/** One of a few, side by side; on a phone in a field. */
export function ReportChoice<Value extends string>({ label, choices, other, value, onChange }: ChoiceProps<Value>) {
  const isPhone = useIsPhone()
  const choose = (chosen: string) => {
    const choice = choices.find((one) => one.value === chosen)
    if (choice) onChange(choice.value)
  }
  const data = choices.map((choice) => ({ value: choice.value as string, label: choice.label }))
  return isPhone ? (
    <NativeSelect
      aria-label={label}
      data={value === null ? [{ value: '', label: other }, ...data] : data}
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  ) : (
    <SegmentedControl aria-label={label} data={data} value={value ?? ''} onChange={choose} />
  )
}

type FilesProps = { file: string; title: string; reports: readonly Report[] }

/** The report as a file, and on paper. */
export function ReportFiles({ file, title, reports }: FilesProps) {
  const { act, isBusy } = useAct()
  const save = (isSheet: boolean) => act(() => saveReports(file, title, reports, isSheet))
  const isEmpty = reports.length === 0
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        disabled={isEmpty}
        loading={isBusy}
        onClick={save(true)}
      >
        Excel
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        disabled={isEmpty}
        loading={isBusy}
        onClick={save(false)}
      >
        CSV
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        disabled={isEmpty}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </Group>
  )
}
