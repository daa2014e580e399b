import { withTax } from '@/shared/domain/text/formats'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { AccountsBar } from '../../shared/accounts-bar'
import { hasTreatments } from '../../shared/purchase-treatments'
import { analyticsKey, type Behind, figuresQuery } from '../api/analytics.query'
import { taxBasisQuery } from '../api/tax-basis.query'
import { FiledReturn } from './filed-return'
import { LateBills } from './late-bills'
import { Ledgers } from './ledgers'
import { RecordsDrawer } from './records-drawer'
import { ReturnBoxes } from './return-boxes'
import { basisOfPeriod, TaxBasisPanel } from './tax-basis'
import { TaxPlacesPanel } from './tax-places-panel'
import { usePeriod } from './use-period'
import { VatPanel } from './vat-panel'

/** /vat: the VAT of the papers of a period by month, and the ledgers that the accountant takes along. */
export function VatScreen() {
  const { period, running, words, control } = usePeriod()
  const rights = useRights()
  const figures = useQuery(figuresQuery(period.from, period.to))
  const basis = useQuery(taxBasisQuery).data
  const dialog = useDialog('records')
  useLive(
    analyticsKey,
    [
      { page: 'invoices', tables: ['invoices', 'credit_notes', 'vat_returns'] },
      { page: 'supplier-invoices', tables: ['supplier_invoices'] },
      { page: 'payments', tables: ['payments', 'supplier_payments', 'book_entries'] },
    ],
    { settle: 3000, pollEvery: 120_000 },
  )
  const { data } = figures
  const open = (of: string, one = '', marked = '', named = '') => dialog.open([of, one, marked, named].join('~'))
  return (
    <PageFrame
      above={<AccountsBar />}
      title={withTax('{Tax}')}
      lead={`${words}${basis ? `, ${basisOfPeriod(basis, period.to)}` : ''}.`}
      width="full"
      actions={control}
    >
      {data?.tax_places ? <TaxPlacesPanel now={data} open={open} /> : null}
      {can(rights, 'supplier-invoices', 'view') ? (
        <>
          <FiledReturn period={period} running={running} />
          {can(rights, 'payments', 'view') && hasTreatments() ? <TaxBasisPanel /> : null}
        </>
      ) : null}
      <ReturnBoxes
        period={period}
        seesPurchases={can(rights, 'supplier-invoices', 'view')}
        open={(box, treatment, rate) => open('box', box ?? '', treatment ?? '', rate ?? '')}
      />
      {figures.isPending ? (
        <LineSkeletons count={2} height={120} />
      ) : !data ? (
        <Problem onRetry={() => void figures.refetch()}>{saveProblem(figures.error)}</Problem>
      ) : (
        <VatPanel
          now={data}
          then={{}}
          period={period}
          earlier={period}
          isCompared={false}
          then_words=""
          open={open}
          remarks={
            <>
              {can(rights, 'supplier-invoices', 'view') ? <LateBills period={period} /> : null}
              {hasTreatments() ? (
                <Text size="sm" mt="xs">
                  <Anchor component={Link} inherit to={linkTo('/ec-sales-list')}>
                    EC sales list
                  </Anchor>
                </Text>
              ) : null}
            </>
          }
          ledgers={<Ledgers period={period} />}
        />
      )}
      {dialog.isOpen ? (
        <RecordsDrawer
          behind={behindOf(dialog.subject ?? '')}
          title="Papers behind this figure"
          period={period}
          onClose={dialog.close}
        />
      ) : null}
    </PageFrame>
  )
}

/** The papers that an address of the dialog names: `vat~2026-11~sales~18 % standard`, `box~46~~`. */
function behindOf(subject: string): Behind {
  const [part, ...rest] = subject.split('~')
  const [bucket = null, mark = null, name = null] = rest.map((text) => text || null)
  return {
    ...{ part: part === 'tax_places' ? 'tax_places' : 'vat', bucket, mark, name },
    ...(part === 'box' ? { box: { box: bucket, treatment: mark, rate: name } } : {}),
  }
}
