import { withTax } from '@/shared/domain/text/formats'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { can, type PageName, type Rights } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import classes from './accounts-bar.module.css'

const places: readonly { label: string; to: string; page: PageName }[] = [
  { label: 'To invoice', to: linkTo('/to-invoice'), page: 'invoices' },
  { label: 'Invoices', to: linkTo('/invoices'), page: 'invoices' },
  { label: 'Statements', to: linkTo('/statements'), page: 'statements' },
  { label: 'Payments', to: linkTo('/statements-activity'), page: 'payments' },
  { label: 'Bank', to: linkTo('/payments/bank-import'), page: 'payments' },
  { label: 'Bills', to: linkTo('/supplier-invoices'), page: 'supplier-invoices' },
  { label: 'Payment runs', to: linkTo('/payment-prepared'), page: 'payments' },
  { label: 'Recurring', to: linkTo('/payments/recurring'), page: 'payments' },
  { label: '{Tax}', to: linkTo('/vat'), page: 'invoices' },
  { label: 'Journal', to: linkTo('/journal'), page: 'payments' },
  { label: 'Balances', to: linkTo('/trial-balance'), page: 'payments' },
  { label: 'Closing', to: linkTo('/closing'), page: 'payments' },
]

/** The money screens that these rights open, in the order of the bar. */
export const moneyPlaces = (rights: Rights) => places.filter(({ page }) => can(rights, page, 'view'))

/** The money screens beside each other, over the heading of each: those that the person may see. */
export function AccountsBar() {
  const shown = moneyPlaces(useRights())
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const place = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && place) bar.current.scrollLeft = place.offsetLeft - bar.current.clientWidth / 3
  }, [])
  if (shown.length < 2) return null
  return (
    <nav ref={bar} className={classes.bar} aria-label="Accounts">
      {shown.map(({ label, to }) => (
        <NavLink key={to} to={to} className={classes.place ?? ''}>
          {withTax(label)}
        </NavLink>
      ))}
    </nav>
  )
}
