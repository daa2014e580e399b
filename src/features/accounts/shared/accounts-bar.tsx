import { withTax } from '@/shared/domain/text/formats'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { can, type PageName, type Rights } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import classes from './accounts-bar.module.css'

type Place = { label: string; to: string; page: PageName; also?: readonly string[] }

/** `also`: addresses that have no place of their own and belong to this one. */
export const places: readonly Place[] = [
  { label: 'To invoice', to: linkTo('/to-invoice'), page: 'invoices' },
  { label: 'Invoices', to: linkTo('/invoices'), page: 'invoices' },
  { label: 'Credit notes', to: linkTo('/credit-notes'), page: 'invoices' },
  { label: 'Statements', to: linkTo('/statements'), page: 'statements' },
  { label: 'Payments', to: linkTo('/statements-activity'), page: 'payments' },
  { label: 'Bank', to: linkTo('/payments/bank-import'), page: 'payments' },
  { label: 'Cash', to: linkTo('/cash-book'), page: 'payments' },
  { label: 'Bills', to: linkTo('/supplier-invoices'), page: 'supplier-invoices' },
  { label: 'Payment runs', to: linkTo('/payment-prepared'), page: 'payments' },
  { label: 'Recurring', to: linkTo('/payments/recurring'), page: 'payments' },
  { label: '{Tax}', to: linkTo('/vat'), page: 'invoices', also: ['/ec-sales-list'] },
  { label: 'Journal', to: linkTo('/journal'), page: 'payments', also: ['/hand-over'] },
  { label: 'Balances', to: linkTo('/trial-balance'), page: 'payments', also: ['/open-items'] },
  { label: 'Results', to: linkTo('/profit-and-loss'), page: 'payments', also: ['/balance-sheet'] },
  { label: 'Assets', to: linkTo('/fixed-assets'), page: 'payments' },
  { label: 'Closing', to: linkTo('/closing'), page: 'payments' },
]

/** The money screens that these rights open, in the order of the bar. */
export const moneyPlaces = (rights: Rights) => places.filter(({ page }) => can(rights, page, 'view'))

/** Whether an address is this place, a record in it, or one of the addresses that belong to it. */
export const isAt = ({ to, also = [] }: Pick<Place, 'to' | 'also'>, path: string): boolean =>
  [to, ...also].some((address) => path === address || path.startsWith(`${address}/`))

/** Says on the bar on which sides of it more places follow; its edge fades there. */
const sayMore = (bar: HTMLElement) => {
  bar.toggleAttribute('data-before', bar.scrollLeft > 1)
  bar.toggleAttribute('data-after', bar.scrollWidth - bar.clientWidth - bar.scrollLeft > 1)
}

/** The money screens beside each other, over the heading of each: those that the person may see. */
export function AccountsBar() {
  const shown = moneyPlaces(useRights())
  const { pathname } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const nav = bar.current
    if (!nav) return undefined
    const place = nav.querySelector<HTMLElement>('[aria-current]')
    if (place) nav.scrollLeft = place.offsetLeft - nav.clientWidth / 3
    sayMore(nav)
    const sized = new ResizeObserver(() => sayMore(nav))
    sized.observe(nav)
    return () => sized.disconnect()
  }, [])
  if (shown.length < 2) return null
  return (
    <nav ref={bar} className={classes.bar} aria-label="Accounts" onScroll={(event) => sayMore(event.currentTarget)}>
      {shown.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={classes.place ?? ''}
          aria-current={isAt(place, pathname) ? 'page' : undefined}
        >
          {withTax(place.label)}
        </Link>
      ))}
    </nav>
  )
}
