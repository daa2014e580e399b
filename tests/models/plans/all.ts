import { approvalPlan } from './approval.plan.ts'
import { authCallbackPlan } from './auth-callback.plan.ts'
import { authModePlan } from './auth-mode.plan.ts'
import { bookingPlan } from './booking.plan.ts'
import { calculatorPlan } from './calculator.plan.ts'
import { checklistPlan } from './checklist.plan.ts'
import { converterPlan } from './converter.plan.ts'
import { creditApplicationPlan } from './credit-application.plan.ts'
import { mockupVisitPlan } from './mockup-visit.plan.ts'
import { outboxPlan } from './outbox.plan.ts'
import { passwordResetPlan } from './password-reset.plan.ts'
import { paymentPlan } from './payment.plan.ts'
import { paymentReturnPlan } from './payment-return.plan.ts'
import { productRequestPlan } from './product-request.plan.ts'
import { quickAddPlan } from './quick-add.plan.ts'
import { quickAddDraftPlan } from './quick-add-draft.plan.ts'
import { readyUndoPlan } from './ready-undo.plan.ts'
import { savesPlan } from './saves.plan.ts'
import { secondFactorPlan } from './second-factor.plan.ts'
import { sessionPlan } from './session.plan.ts'
import { sheetPlan } from './sheet.plan.ts'
import { timerPlan } from './timer.plan.ts'
import { uploadPlan } from './upload.plan.ts'
import type { Plan } from './plan.ts'

/** All plans, by the name of their page in `docs/paths`. */
export const plans: Readonly<Record<string, Plan>> = {
  approval: approvalPlan,
  'auth-callback': authCallbackPlan,
  'auth-mode': authModePlan,
  booking: bookingPlan,
  calculator: calculatorPlan,
  checklist: checklistPlan,
  converter: converterPlan,
  'credit-application': creditApplicationPlan,
  'mockup-visit': mockupVisitPlan,
  outbox: outboxPlan,
  'password-reset': passwordResetPlan,
  payment: paymentPlan,
  'payment-return': paymentReturnPlan,
  'product-request': productRequestPlan,
  'quick-add': quickAddPlan,
  'quick-add-draft': quickAddDraftPlan,
  'ready-undo': readyUndoPlan,
  saves: savesPlan,
  'second-factor': secondFactorPlan,
  session: sessionPlan,
  sheet: sheetPlan,
  timer: timerPlan,
  upload: uploadPlan,
}
