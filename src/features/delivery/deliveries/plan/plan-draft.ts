/** The name of what is typed over the plan of this delivery, in this browser. */
export const planDraft = (deliveryId: string): string => `delivery-plan-${deliveryId}`
