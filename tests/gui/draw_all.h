// Draws every page of a session and asserts that something sensible is on it.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QImage>
#include <QTableView>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gui/app/views.h"
#include "gui/core/table_model.h"
#include "samples.h"

namespace warpglass::gui {

inline int colours_in(const QImage& image) {
  std::set<QRgb> seen;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
  return static_cast<int>(seen.size());
}

/// Pixels of the image that are about as `colour` is.
inline int pixels_like(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      count += std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
                   std::abs(c.blue() - colour.blue()) <
               12;
    }
  return count;
}

inline std::vector<std::string> all_samples() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::sample_path("x").parent_path()))
    if (file.path().extension() == ".capsule") names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

inline std::vector<std::string> smallest_of_each_family() {
  std::map<std::string, std::string> smallest;
  const auto size = [](const std::string& name) {
    return std::filesystem::file_size(test::sample_path(name));
  };
  for (const std::string& name : all_samples()) {
    std::string& best = smallest[name.substr(0, name.find('-'))];
    if (best.empty() || size(name) < size(best)) best = name;
  }
  std::vector<std::string> names;
  for (const auto& [family, name] : smallest) names.push_back(name);
  return names;
}

/// Numbers of the column are in descending order.
inline void expect_sorted(const QTableView& table, int column) {
  for (int row = 1; row < table.model()->rowCount(); ++row) {
    bool numbers = false, still = false;
    const double before = table.model()->index(row - 1, column).data(SortRole).toDouble(&numbers),
                 here = table.model()->index(row, column).data(SortRole).toDouble(&still);
    if (numbers && still) {
      EXPECT_GE(before, here) << "row " << row << " of "
                              << table.model()->headerData(column, Qt::Horizontal).toString().toStdString();
    }
  }
}

/// Every table of `view` under Qt's checker of item models, which reports through `qt.modeltest`.
inline void check_models(View& view) {
  for (QTableView* table : view.findChildren<QTableView*>()) {
    QAbstractItemModelTester check(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int column = 0; column < table->model()->columnCount(); ++column) {
      table->sortByColumn(column, Qt::DescendingOrder);
      expect_sorted(*table, column);
      EXPECT_FALSE(table->model()->headerData(column, Qt::Horizontal).toString().isEmpty())
          << view.name().toStdString() << ", column " << column;
    }
    table->sortByColumn(-1, Qt::AscendingOrder);
  }
}

inline void draw_all(Session& session, const char* what) {
  for (View* view : make_views(session, nullptr)) {
    view->resize(1280, 800);
    view->show();
    view->refresh();
    QApplication::processEvents();
    EXPECT_GT(colours_in(view->grab().toImage()), 4) << what << ": " << view->name().toStdString();
    EXPECT_FALSE(view->question().isEmpty());
    delete view;
  }
}

}  // namespace warpglass::gui
