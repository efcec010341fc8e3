#!/bin/bash
# Shards as an array: sbatch slurm.sh
# Before: wherefore batch plan table.csv --confidence bootstrap --resamples 1000 --store "$STORE"
# After:  wherefore batch merge --store "$STORE" --out runs/sure
#SBATCH --job-name=wherefore
#SBATCH --array=1-50
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
set -euo pipefail
STORE=${STORE:-$HOME/wherefore-store}
npx wherefore batch work --store "$STORE" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_MAX" --threads "${SLURM_CPUS_PER_TASK:-1}"
