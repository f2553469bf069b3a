import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { PrometheusRule, ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import type { KubernetesObject } from '#testing/readers/render-chart.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MODELS = {
  'kubernetes-models': {
    v1: { ConfigMap, PersistentVolumeClaim, Service, ServiceAccount },
    'apps/v1': { Deployment },
    'batch/v1': { CronJob, Job },
    'networking.k8s.io/v1': { Ingress, NetworkPolicy },
    'policy/v1': { PodDisruptionBudget },
  },
  '@kubernetes-models/gateway-api': { 'gateway.networking.k8s.io/v1': { HTTPRoute } },
  '@kubernetes-models/prometheus-operator': { 'monitoring.coreos.com/v1': { PrometheusRule, ServiceMonitor } },
};
type Model = new (object: never) => { validate(): void };

/** Returns the package and the model of an object. */
function modelOf({ apiVersion, kind }: KubernetesObject): { readonly from: string; readonly model: Model } {
  for (const [name, versions] of Object.entries(MODELS)) {
    const kinds = (versions as Record<string, Record<string, Model>>)[apiVersion];
    const model = kinds?.[kind];
    if (model) return { from: `${name}/${apiVersion}/${kind}`, model };
  }
  throw new Error(`no schema of ${apiVersion} ${kind}`);
}

/**
 * Returns the faults of objects. The schemas notice wrong values, but they accept unknown fields. So TypeScript also
 * compares the objects with the types of the same packages, which notices unknown fields.
 * @param folder an empty folder inside the repository, where TypeScript finds the packages
 */
export function judgeObjects(objects: readonly KubernetesObject[], folder: string): string[] {
  const wrongValues = objects.flatMap((object) => {
    const { model } = modelOf(object);
    try {
      new model(object as never).validate();
      return [];
    } catch (fault) {
      return [`${nameOf(object)}: ${String(fault)}`];
    }
  });
  return [...wrongValues, ...unknownFields(objects, folder)];
}

function unknownFields(objects: readonly KubernetesObject[], folder: string): string[] {
  const source = objects.map((object, i) => {
    const { from } = modelOf(object);
    // One field a line, so that a message shows the field.
    const text = JSON.stringify(object, null, 1);
    return `import type { I${object.kind} as T${i} } from '${from}';\nexport const object${i}: T${i} = ${text};`;
  });
  const file = join(folder, 'objects.ts');
  writeFileSync(file, source.join('\n'));
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', '', '--target', 'esnext'];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--pretty', 'false'];
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...modules, file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [];
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('error'));
  }
}

const nameOf = ({ kind, metadata: { name } }: KubernetesObject): string => `${kind} ${name}`;
