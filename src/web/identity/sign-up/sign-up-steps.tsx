import { Steps } from '#web/design/forms/steps.tsx';

const STEPS = { account: 'identity.stepAccount', phone: 'identity.stepPhone', code: 'identity.stepCode' } as const;

/** How far signing up has come. */
export const SignUpSteps = ({ at }: { at: keyof typeof STEPS }) => (
  <Steps label="identity.steps" steps={Object.values(STEPS)} done={Object.keys(STEPS).indexOf(at)} />
);
