import { linkTo } from '@/shared/lib/address'

/** The address of the plan of a new delivery; without an order it asks for one. */
export const planHref = (orderId: string | null): string => `${linkTo('/deliveries')}?plan=${orderId ?? 'order'}`
