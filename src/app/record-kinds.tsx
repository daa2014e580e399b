import {
  IconBeach,
  IconBook2,
  IconBuildingBank,
  IconBuildingFactory2,
  IconBrush,
  IconBuilding,
  IconCalculator,
  IconCalendarEvent,
  IconClock,
  IconCoins,
  IconCreditCard,
  IconFileDollar,
  IconFileInvoice,
  IconFileMinus,
  IconListCheck,
  IconListDetails,
  IconMapPin,
  IconNote,
  IconPackage,
  IconPackages,
  IconPhotoCheck,
  IconReceipt,
  IconShoppingCart,
  IconTool,
  IconTruckDelivery,
  IconTruckLoading,
  IconTruckReturn,
  IconUser,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { documentPages } from '@/shared/domain/records/document-kinds'
import type { RecordKind } from '@/shared/domain/records/record-kind'
import { statusLabels } from '@/shared/domain/tasks/task'
import { linkTo } from '@/shared/lib/address'
import { type RecordLook, type RecordLooks, RecordLooksContext } from '@/shared/ui/page/record-links'
import { allows } from './routing/access'
import { adminOnly, type Guard, staffOnly, viewersOf } from './route-sets/route'

type KindOfRecord = {
  icon: TablerIcon
  one: string
  many: string
  group?: string
  guard: Guard
  /** The address of a record's page; null for kinds without a page. */
  address: (id: string) => string | null
  detail?: (detail: string) => string
}

const withQuery = (path: string, name: string, id: string) =>
  `${path}?${new URLSearchParams({ [name]: id }).toString()}`

/**
 * Every kind of record: its icon, its words, who may open it, and the address of one. Links, notices, the palette,
 * recent activity and timelines take them from here; a new kind is one entry.
 */
const kinds: Record<RecordKind, KindOfRecord> = {
  person: {
    icon: IconUser,
    one: 'Person',
    many: 'People',
    group: 'Contacts',
    guard: viewersOf('contacts'),
    address: (id) => linkTo('/contacts/people/:id', { id }),
  },
  business: {
    icon: IconBuilding,
    one: 'Business',
    many: 'Businesses',
    group: 'Contacts',
    guard: viewersOf('contacts'),
    address: (id) => linkTo('/contacts/business/:id', { id }),
  },
  newcomer: {
    icon: IconUserQuestion,
    one: 'Person who waits for verification',
    many: 'People who wait for verification',
    group: 'People',
    guard: adminOnly,
    address: () => linkTo('/admin/user-verification'),
  },
  location: {
    icon: IconMapPin,
    one: 'Location',
    many: 'Locations',
    guard: viewersOf('locations'),
    address: (id) => withQuery(linkTo('/locations'), 'location', id),
  },
  credit_application: {
    icon: IconCoins,
    one: 'Credit application',
    many: 'Credit applications',
    guard: viewersOf('contacts'),
    address: (id) => withQuery(linkTo('/credit-application'), 'application', id),
  },
  task: {
    icon: IconListCheck,
    one: 'Task',
    many: 'Tasks',
    guard: viewersOf('tasks'),
    address: (id) => withQuery(linkTo('/tasks'), 'task', id),
    detail: (status) => statusLabels[status] ?? status,
  },
  time_entry: {
    icon: IconClock,
    one: 'Time entry',
    many: 'Time entries',
    guard: staffOnly,
    address: (id) => withQuery(linkTo('/time-tracking'), 'entry', id),
  },
  absence: {
    icon: IconBeach,
    one: 'Absence',
    many: 'Absences',
    guard: staffOnly,
    address: (id) => withQuery(linkTo('/staff-scheduling'), 'leave', id),
  },
  quotation: {
    icon: IconBrush,
    one: 'Quotation',
    many: 'Quotations',
    guard: viewersOf(documentPages.quotation),
    address: (id) => linkTo('/quotations/:id', { id }),
  },
  mockup: {
    icon: IconPhotoCheck,
    one: 'Mockup',
    many: 'Mockups',
    guard: viewersOf('jobs', 'orders', 'production', 'quotations'),
    address: (uuid) => linkTo('/mockups/:uuid', { uuid }),
  },
  order: {
    icon: IconShoppingCart,
    one: 'Order',
    many: 'Orders',
    guard: viewersOf(documentPages.order),
    address: (id) => linkTo('/orders/:id', { id }),
  },
  job: {
    icon: IconListDetails,
    one: 'Job',
    many: 'Jobs',
    guard: viewersOf(documentPages.job),
    address: (id) => withQuery(linkTo('/jobs'), 'job', id),
  },
  delivery: {
    icon: IconTruckDelivery,
    one: 'Delivery',
    many: 'Deliveries',
    guard: viewersOf(documentPages.delivery),
    address: (id) => linkTo('/deliveries/:id', { id }),
  },
  partial_delivery: {
    icon: IconTruckLoading,
    one: 'Partial delivery',
    many: 'Partial deliveries',
    guard: viewersOf(documentPages.partial_delivery),
    address: (id) => linkTo('/partial-delivery-note/:id', { id }),
  },
  invoice: {
    icon: IconFileInvoice,
    one: 'Invoice',
    many: 'Invoices',
    guard: viewersOf(documentPages.invoice),
    address: (id) => linkTo('/invoices/:id', { id }),
  },
  credit_note: {
    icon: IconFileMinus,
    one: 'Credit note',
    many: 'Credit notes',
    guard: viewersOf(documentPages.credit_note),
    address: (id) => linkTo('/credit-notes/:id', { id }),
  },
  payment: {
    icon: IconCreditCard,
    one: 'Payment',
    many: 'Payments',
    guard: viewersOf(documentPages.payment),
    address: (id) => `${withQuery(linkTo('/statements-activity'), 'dialog', `paid.${id}`)}&tab=payments`,
  },
  statement: {
    icon: IconReceipt,
    one: 'Statement',
    many: 'Statements',
    guard: viewersOf(documentPages.statement),
    address: (id) => linkTo('/statements/:id', { id }),
  },
  supplier_invoice: {
    icon: IconFileDollar,
    one: 'Supplier invoice',
    many: 'Supplier invoices',
    guard: viewersOf(documentPages.supplier_invoice),
    address: (id) => withQuery(linkTo('/supplier-invoices'), 'invoice', id),
  },
  payment_run: {
    icon: IconBuildingBank,
    one: 'Payment run',
    many: 'Payment runs',
    guard: viewersOf(documentPages.payment_run),
    address: (id) => withQuery(linkTo('/payment-prepared'), 'run', id),
  },
  book_entry: {
    icon: IconBook2,
    one: 'Entry by hand',
    many: 'Entries by hand',
    guard: viewersOf('payments'),
    address: (id) => linkTo('/journal/:id', { id }),
  },
  fixed_asset: {
    icon: IconBuildingFactory2,
    one: 'Fixed asset',
    many: 'Fixed assets',
    guard: viewersOf('payments'),
    address: (id) => linkTo('/fixed-assets/:id', { id }),
  },
  inventory_item: {
    icon: IconPackages,
    one: 'Stock item',
    many: 'Stock items',
    guard: viewersOf('inventory'),
    address: (id) => linkTo('/inventory/:id', { id }),
  },
  purchase_order: {
    icon: IconTruckReturn,
    one: 'Purchase order',
    many: 'Purchase orders',
    guard: viewersOf(documentPages.purchase_order),
    address: (id) => withQuery(linkTo('/inventory'), 'purchase', id),
  },
  product: {
    icon: IconPackage,
    one: 'Product',
    many: 'Products',
    guard: viewersOf('inventory', 'quotations'),
    address: (id) => linkTo('/products/manufactured/:id', { id }),
  },
  calculation: {
    icon: IconCalculator,
    one: 'Calculation',
    many: 'Calculations',
    guard: viewersOf('quotations'),
    address: (id) => linkTo('/calculator/:id', { id }),
  },
  service: {
    icon: IconTool,
    one: 'Service',
    many: 'Services',
    guard: viewersOf('inventory', 'quotations'),
    address: (slug) => linkTo('/services/:slug', { slug }),
  },
  visitor_request: {
    icon: IconUserQuestion,
    one: 'Request',
    many: 'Requests',
    guard: viewersOf('contacts'),
    address: (id) => withQuery(linkTo('/requests'), 'request', id),
  },
  brief: {
    icon: IconUserQuestion,
    one: 'Design brief',
    many: 'Design briefs',
    guard: staffOnly,
    address: (id) => withQuery(linkTo('/designer-interview/saved'), 'brief', id),
  },
  booking: {
    icon: IconCalendarEvent,
    one: 'Appointment',
    many: 'Appointments',
    guard: staffOnly,
    address: (id) => withQuery(linkTo('/booking-list'), 'booking', id),
  },
  system_note: {
    icon: IconNote,
    one: 'System note',
    many: 'System notes',
    guard: viewersOf('system-notes'),
    address: () => linkTo('/system-notes'),
  },
}

const lookOf = ({ guard, group, ...kind }: KindOfRecord): RecordLook => ({
  ...kind,
  group: group ?? kind.many,
  maySee: (rights) => allows(guard, rights),
})

const looks = new Map(Object.entries(kinds).map(([name, kind]) => [name, lookOf(kind)]))

export const recordLooks: RecordLooks = (kind) => looks.get(kind) ?? null

/** The headings under which searches show records, in the order of the kinds. */
export const recordGroups: readonly string[] = [...new Set([...looks.values()].map(({ group }) => group))]

/** Gives every screen below it the kinds of records. */
export const RecordKinds = ({ children }: { children: ReactNode }) => (
  <RecordLooksContext value={recordLooks}>{children}</RecordLooksContext>
)
