import { Steps } from '#web/design/forms/steps.tsx';

const STEPS = ['register.stepRegister', 'register.stepWait', 'register.stepDone'] as const;

/** The three steps on the way to a business account (specification 2). */
export const RegistrationSteps = ({ done }: { done: number }) => (
  <Steps label="register.steps" steps={STEPS} done={done} />
);
