import {
  IconAddressBook,
  IconBox,
  IconBrush,
  IconBuilding,
  IconBuildingFactory2,
  IconCalendar,
  IconClock,
  IconCreditCard,
  IconFileText,
  IconKey,
  IconListCheck,
  IconPackages,
  IconReceipt,
  IconSettings,
  IconShoppingCart,
  IconTool,
  IconTruckDelivery,
  IconUsers,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkTo } from '@/shared/lib/address'
import type { Part } from '../route-sets/route'

type PartLook = { icon: TablerIcon; meanwhile: string; links: readonly { label: string; to: string }[] }

const tasks = { label: 'Open the tasks', to: linkTo('/tasks') }
const dashboard = { label: 'Go to the dashboard', to: linkTo('/dashboard') }

const withTasks = (icon: TablerIcon, meanwhile: string): PartLook => ({ icon, meanwhile, links: [tasks, dashboard] })
const inOffice = (icon: TablerIcon, meanwhile: string): PartLook => ({
  icon,
  meanwhile,
  links: [{ label: 'Go to the start', to: linkTo('/') }],
})

/** How planned screens of each part of the business look, and what they advise until they are built. */
export const parts: Record<Part, PartLook> = {
  access: withTasks(IconKey, 'Until then an administrator can help you with your account.'),
  tasks: withTasks(IconListCheck, 'Until then, Add New Task at the top tells a colleague what is to be done.'),
  calendar: withTasks(IconCalendar, 'Until then, a task can carry the date and the place of what is planned.'),
  time: withTasks(IconClock, 'Until then, please keep your hours where you kept them before.'),
  contacts: withTasks(IconAddressBook, 'Until then, a task can note what is to be done for a client.'),
  quotations: withTasks(IconBrush, 'Until then, a task can say who prepares which quotation.'),
  orders: withTasks(IconShoppingCart, 'Until then, a task can follow what was ordered.'),
  production: withTasks(IconBuildingFactory2, 'Until then, a task for each job keeps the workshop informed.'),
  deliveries: withTasks(IconTruckDelivery, 'Until then, a task can say what goes where and when.'),
  accounts: withTasks(IconReceipt, 'Until then, a task can remind the office of what is to be billed or paid.'),
  inventory: withTasks(IconPackages, 'Until then, a task can say which material runs low.'),
  catalogue: withTasks(IconBox, 'Until then, prices and products stay where you keep them today.'),
  website: withTasks(IconWorld, 'Until then, a task can gather what belongs on the site.'),
  settings: withTasks(IconSettings, 'Until then, the values set at the start hold.'),
  staff: withTasks(IconUsers, 'Until then, tasks show who works on what.'),
  tools: withTasks(IconTool, 'It is not needed for the daily work.'),
  documents: inOffice(IconFileText, 'Until then, please answer the mail that brought you here: it reaches our office.'),
  payments: inOffice(
    IconCreditCard,
    'No payment is taken here. Until then, please pay by bank transfer as written on the document.',
  ),
  company: inOffice(IconBuilding, 'Until then, please write to our office, or call.'),
}

export const publicMeanwhile = 'Until then, please write to our office, or call.'
