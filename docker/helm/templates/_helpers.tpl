{{- define "lab.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "lab.postgresHost" -}}
{{- if .Values.postgres.enabled -}}
{{ .Release.Name }}-postgres.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}
{{- else -}}
{{ required "postgres.host is empty, and postgres.enabled is false" .Values.postgres.host }}
{{- end -}}
{{- end }}

{{- define "lab.redisHost" -}}
{{- if .Values.redis.enabled -}}
{{ .Release.Name }}-redis
{{- else -}}
{{ required "redis.host is empty, and redis.enabled is false" .Values.redis.host }}
{{- end -}}
{{- end }}

{{- define "lab.password" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.existingSecret }}
      key: {{ .key }}
{{- end }}

{{- define "lab.environment" -}}
{{- $postgres := .Values.postgres }}
{{ include "lab.password" (dict "root" . "name" "PGPASSWORD" "key" "POSTGRES_PASSWORD") }}
{{ include "lab.password" (dict "root" . "name" "REDIS_PASSWORD" "key" "REDIS_PASSWORD") }}
- name: LAB_DATABASE_URL
  value: postgresql://{{ $postgres.user }}@{{ include "lab.postgresHost" . }}:{{ $postgres.port }}/{{ $postgres.database }}
- name: LAB_REDIS_URL
  value: redis://:$(REDIS_PASSWORD)@{{ include "lab.redisHost" . }}:{{ .Values.redis.port }}/0
{{- end }}

{{- define "lab.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "lab.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end }}
