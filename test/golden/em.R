# Makes em.json: means and covariances of rows with gaps by lavaan's EM for a saturated normal model, of problems that are a few
# numbers each, from which the data follow; and the regression of the last column on some others with the standard errors of its
# coefficients by the observed information. The other columns are auxiliary: correlated with everything, so that the model is
# saturated and its estimates are those of EM.
#
#     Rscript em.R > em.json        (Debian: r-base-core, r-cran-lavaan 0.6-14, r-cran-jsonlite)
#
# Data: uniform numbers are state / (2^31 - 1) with state <- 16807 state mod (2^31 - 1); a normal takes two of them (Box-Muller, cosine).
# Row by row, column by column: u = z + 0.8 u of the column before, x_j = j + 10^(j mod 3) u; a cell is missing where a further uniform is
# below the share ("random"), or below twice the share in rows whose first u is above 0, never in the first column ("observed").

suppressMessages(library(lavaan))

state <- 1
uniform <- function() { state <<- (state * 16807) %% 2147483647; state / 2147483647 }
normal <- function() { r <- sqrt(-2 * log(uniform())); r * cos(2 * pi * uniform()) }

problem <- function(seed, n, d, share, gaps) {
  state <<- seed
  X <- matrix(0, n, d)
  for (i in 1:n) {
    before <- 0; first <- 0
    for (j in 1:d) {
      u <- normal() + 0.8 * before
      before <- u
      if (j == 1) first <- u
      X[i, j] <- j + 10^(j %% 3) * u
      chance <- if (gaps == "random") share else if (j > 1 && first > 0) 2 * share else 0
      if (uniform() < chance) X[i, j] <- NA
    }
  }
  X
}

estimate <- function(seed, n, d, share, gaps) {
  X <- problem(seed, n, d, share, gaps)
  X <- X[rowSums(!is.na(X)) > 0, ]
  # In units of the columns: lavaan's rule for the end is absolute.
  scale <- apply(X, 2, sd, na.rm = TRUE)
  Z <- sweep(X, 2, scale, "/")
  Mp <- lavaan:::lav_data_missing_patterns(Z)
  fit <- lavaan:::lav_mvnorm_missing_h1_estimate_moments(Y = Z, Mp = Mp, max.iter = 20000L, tol = 1e-13)
  list(seed = seed, n = n, d = d, share = share, gaps = gaps, rows = nrow(X),
    mean = as.vector(fit$Mu) * scale, covariance = fit$Sigma * outer(scale, scale), effects = effects(Z, scale))
}

# Of the last column on the one before it, the first, and (of six columns or more) the third; places from 0.
effects <- function(Z, scale) {
  d <- ncol(Z)
  causes <- unique(c(d - 1, 1, if (d > 5) 3))
  others <- setdiff(seq_len(d), c(d, causes))
  name <- function(j) paste0("x", j)
  covary <- function(a, b) if (length(b) > 0) paste(name(a), "~~", paste(name(b), collapse = " + "))
  model <- c(paste(name(d), "~", paste(name(causes), collapse = " + ")),
    vapply(seq_along(causes), function(k) covary(causes[k], causes[k:length(causes)]), ""),
    vapply(seq_along(others), function(k) covary(others[k], c(causes, d, others[k:length(others)])), ""))
  data <- as.data.frame(Z); names(data) <- name(seq_len(d))
  fit <- sem(paste(model, collapse = "\n"), data, missing = "ml", fixed.x = FALSE, meanstructure = TRUE,
    information = "observed", observed.information = "hessian", control = list(rel.tol = 1e-14, iter.max = 10000))
  stopifnot(lavInspect(fit, "converged"), fitMeasures(fit, "df") == 0)
  found <- subset(parameterEstimates(fit), op == "~")
  unit <- scale[d] / scale[causes]
  list(node = d - 1, parents = I(causes - 1), coefficients = I(found$est * unit), standardErrors = I(found$se * unit))
}

cases <- list(
  estimate(1, 60, 3, 0.1, "random"), estimate(2, 200, 5, 0.2, "random"), estimate(3, 300, 6, 0.4, "random"),
  estimate(4, 200, 4, 0.2, "observed"), estimate(5, 500, 8, 0.4, "observed"), estimate(6, 40, 2, 0.4, "random")
)
origin <- paste("test/golden/em.R, lavaan", packageVersion("lavaan"))
cat(jsonlite::toJSON(list(origin = origin, cases = cases), auto_unbox = TRUE, digits = NA), "\n")
